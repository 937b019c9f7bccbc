/** How long the host has for looking, for going through a folder, and for bringing much. */
export const deadlines = {
  short: { deadlineMs: 10_000 },
  long: { deadlineMs: 25_000 },
  /** What is left of a streamed call's time on AWS. */
  whole: { deadlineMs: 14 * 60_000 },
} as const;
