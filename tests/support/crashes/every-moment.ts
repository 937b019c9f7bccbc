/** True if a run interrupts at every possible point, which takes minutes; otherwise at a few points. */
export const takesEveryMoment = process.env.EVERY_MOMENT === "1";
