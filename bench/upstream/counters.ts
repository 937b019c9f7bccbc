/** What the upstream has seen since it started; the bench reads it at `GET /bench/counters`. */
export interface Counters {
  calls: number;
  logins: number;
  logouts: number;
  uploadedBytes: number;
  /** Connections open now, the reading one included. */
  connections: number;
  /** Calls that began and have been neither answered to the end nor given up. */
  underWay: number;
}

export function newCounters(): Counters {
  return { calls: 0, logins: 0, logouts: 0, uploadedBytes: 0, connections: 0, underWay: 0 };
}
