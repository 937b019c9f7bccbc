/** Time limits for the host: for reading, for going through a folder, and for streaming large amounts on one machine. */
export const deadlines = {
  short: { deadlineMs: 10_000 },
  long: { deadlineMs: 25_000 },
  whole: { deadlineMs: 14 * 60_000 },
} as const;
