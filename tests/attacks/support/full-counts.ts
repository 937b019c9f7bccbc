/** True if the attacks run in full numbers: `npm run attacks`. */
export const fullCounts = process.env.ATTACKS === "full";
