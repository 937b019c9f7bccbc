/** How much of everything one run does. */
export interface Plan {
  readonly mode: "quick" | "full";
  readonly rounds: number;
  readonly secondsPerTurn: number;
  readonly largeRounds: number;
  readonly largeSecondsPerTurn: number;
  readonly transferMegabytes: number;
  readonly leavingClients: number;
  /** Data API Keys stored, where many are held against few. */
  readonly storedKeys: number;
  /** The log that is searched. */
  readonly logGigabytes: number;
  /** Starts of everything, of each way to start it. */
  readonly starts: number;
  /** How long a proxy is waited for that does not answer any more. */
  readonly patienceSeconds: number;
}

/** About a minute: enough to see that something broke, too short for a close call. */
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

/** Some ten minutes: what `docs/benchmarks.md` is written from. */
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

/** Connections that every proxy may keep to the upstream. */
export const upstreamConnections = 256;
