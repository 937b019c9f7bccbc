/** Time limits for the host: for reading, for going through a folder, and for transferring large amounts. */
export const deadlines = {
  short: { deadlineMs: 10_000 },
  long: { deadlineMs: 25_000 },
  /** Remaining time of a streamed call on AWS. */
  whole: { deadlineMs: 14 * 60_000 },
} as const;
