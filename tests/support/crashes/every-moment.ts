/** Whether a run takes every moment of what it cuts off, which is a matter of minutes, and not a few of them. */
export const takesEveryMoment = process.env.EVERY_MOMENT === "1";
