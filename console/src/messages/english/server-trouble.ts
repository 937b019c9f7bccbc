/** The bar for a component of FileMaker Server that doesn't respond. */
export const serverTroubleMessages = {
  start: "Start Database Server",
  details: "Details",
  text: (trouble: string) => `${trouble} Latchkey's logs, tasks, audit trail and settings still work.`,
} as const;
