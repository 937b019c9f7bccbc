/** Amounts of a run. */
export interface Plan {
  readonly mode: "quick" | "full";
  readonly rounds: number;
  readonly secondsPerTurn: number;
  readonly largeRounds: number;
  readonly largeSecondsPerTurn: number;
  readonly transferMegabytes: number;
  readonly leavingClients: number;
  /** Number of stored Data API keys in the comparison of many keys with few. */
  readonly storedKeys: number;
  /** Size of the log that is searched. */
  readonly logGigabytes: number;
  /** Number of starts per way to start. */
  readonly starts: number;
  /** Time to wait for a proxy that no longer answers. */
  readonly patienceSeconds: number;
}

/** About a minute: enough to notice failures, too short for precise results. */
export const quick: Plan = {
  mode: "quick",
  rounds: 2,
  secondsPerTurn: 0.4,
  largeRounds: 1,
  largeSecondsPerTurn: 0.5,
  transferMegabytes: 200,
  leavingClients: 2_000,
  storedKeys: 10_000,
  logGigabytes: 1,
  starts: 2,
  patienceSeconds: 3,
};

/** About ten minutes: the source of `docs/benchmarks.md`. */
export const full: Plan = {
  mode: "full",
  rounds: 7,
  secondsPerTurn: 2,
  largeRounds: 5,
  largeSecondsPerTurn: 2,
  transferMegabytes: 1_000,
  leavingClients: 10_000,
  storedKeys: 100_000,
  logGigabytes: 10,
  starts: 5,
  patienceSeconds: 20,
};

/** Maximum number of upstream connections per proxy. */
export const upstreamConnections = 256;
