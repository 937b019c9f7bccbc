import { cpuSeconds } from "../machine/process-reading.ts";
import type { Contestant } from "../peers/contestant.ts";
import { percentile } from "../statistics.ts";
import { closedLoop } from "./closed-loop.ts";
import { type Layout, readRecords } from "./requests.ts";
import { hasWrk, wrkLoad } from "./wrk.ts";

export interface Load {
  readonly layout: Layout;
  readonly connections: number;
  readonly seconds: number;
  /** Returns the request of all calls. Default: reading the layout's records. */
  readonly request?: (to: Contestant<string>) => Buffer;
  /** Returns the request of the next call, if requests differ. */
  readonly nextRequest?: (to: Contestant<string>) => Buffer;
}

/** Measurement of a contestant under a load. */
export interface Measurement {
  readonly callsPerSecond: number;
  readonly megabytesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
  /** CPU time of the proxy's processes; NaN for the upstream itself. */
  readonly cpuMicrosecondsPerCall: number;
  /** Used share of the proxy's core; below 1, something else was the limit. */
  readonly busyShare: number;
}

/**
 * Loads a contestant and measures the CPU time of its processes during the timed run. Uses wrk if it is installed, which takes whole
 * seconds and sends the same call each time.
 */
export function measuredLoad(contestant: Contestant<string>, load: Load): Promise<Measurement> {
  const request = load.request?.(contestant) ?? readRecords(contestant, load.layout);
  const cpu = () => (contestant.pid === undefined ? Number.NaN : cpuSeconds(contestant.pid));
  return load.nextRequest === undefined && load.seconds >= 1 && hasWrk()
    ? byWrk(contestant, { load, request, cpu })
    : byOwnLoop(contestant, { load, request, cpu });
}

interface Prepared {
  readonly load: Load;
  readonly request: Buffer;
  readonly cpu: () => number;
}

async function byWrk(contestant: Contestant<string>, { load, request, cpu }: Prepared): Promise<Measurement> {
  const before = cpu();
  const { requests, bytes, microseconds, p50, p99, failures } = await wrkLoad({
    port: contestant.port,
    request,
    connections: load.connections,
    seconds: load.seconds,
  });
  const used = cpu() - before;
  const seconds = microseconds / 1e6;
  if (requests === 0) throw new Error(`no call to ${contestant.name} came to its end`);
  return {
    callsPerSecond: requests / seconds,
    megabytesPerSecond: bytes / 1e6 / seconds,
    p50Ms: p50 / 1_000,
    p99Ms: p99 / 1_000,
    failures,
    cpuMicrosecondsPerCall: (used * 1e6) / requests,
    busyShare: used / seconds,
  };
}

async function byOwnLoop(contestant: Contestant<string>, { load, request, cpu }: Prepared): Promise<Measurement> {
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
  // Only few large answers complete within the time, so incomplete ones count by their share.
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
