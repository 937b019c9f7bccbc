/** Counts since the upstream's start, which the bench reads at `GET /bench/counters`. */
export interface Counters {
  calls: number;
  logins: number;
  logouts: number;
  uploadedBytes: number;
  /** Open connections, including the reader's. */
  connections: number;
  /** Running calls, neither answered completely nor aborted. */
  underWay: number;
}

export function newCounters(): Counters {
  return { calls: 0, logins: 0, logouts: 0, uploadedBytes: 0, connections: 0, underWay: 0 };
}
