/** Whether the attacks run in their full numbers: `npm run attacks`. */
export const fullCounts = process.env.ATTACKS === "full";
