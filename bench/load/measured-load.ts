import { cpuSeconds } from "../machine/process-reading.ts";
import type { Contestant } from "../peers/contestant.ts";
import { percentile } from "../statistics.ts";
import { closedLoop } from "./closed-loop.ts";
import { type Layout, readRecords } from "./requests.ts";

export interface Load {
  readonly layout: Layout;
  readonly connections: number;
  readonly seconds: number;
  /** What is sent, where it is not the same for every call. */
  readonly nextRequest?: (to: Contestant<string>) => Buffer;
}

/** One contestant under one load, once. */
export interface Measurement {
  readonly callsPerSecond: number;
  readonly megabytesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
  /** Of the proxy's processes; nothing for the upstream itself. */
  readonly cpuMicrosecondsPerCall: number;
  /** How much of its core the proxy used; below 1 something else was the limit. */
  readonly busyShare: number;
}

/** Loads a contestant and reads the clock of its processes around exactly the timed stretch. */
export async function measuredLoad(contestant: Contestant<string>, load: Load): Promise<Measurement> {
  const cpu = () => (contestant.pid === undefined ? Number.NaN : cpuSeconds(contestant.pid));
  const request = readRecords(contestant, load.layout);
  let before = 0;
  let after = 0;
  const result = await closedLoop({
    port: contestant.port,
    nextRequest: () => load.nextRequest?.(contestant) ?? request,
    connections: load.connections,
    seconds: load.seconds,
    started: () => {
      before = cpu();
    },
    stopped: () => {
      after = cpu();
    },
  });
  // Of large answers only few end within the time; the begun ones count by their share.
  const calls = result.bodyBytes / result.answerBytes;
  return {
    callsPerSecond: calls / result.seconds,
    megabytesPerSecond: result.bodyBytes / 1e6 / result.seconds,
    p50Ms: percentile(result.milliseconds, 0.5),
    p99Ms: percentile(result.milliseconds, 0.99),
    failures: result.failures,
    cpuMicrosecondsPerCall: ((after - before) * 1e6) / calls,
    busyShare: (after - before) / result.seconds,
  };
}
