import type { TimeSource } from "../clock.ts";

/** Answered call. */
export interface AnsweredCall {
  /** For example `GET getRecords`. */
  readonly operation: string;
  readonly target: string;
  readonly client: string;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Usage of the server since the last call of `take`. */
export interface Usage {
  record(call: Omit<AnsweredCall, "endedAt">): void;
  /** Returns the usage so far, and starts a new interval. */
  take(): UsedTime;
}

/** Usage in an interval of statistics. */
export interface UsedTime {
  readonly calls: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly elapsedMilliseconds: number;
  /** Longest calls, longest first. */
  readonly longest: readonly AnsweredCall[];
  readonly clients: ReadonlyMap<string, ClientTime>;
}

interface ClientTime {
  calls: number;
  bytesIn: number;
  bytesOut: number;
  elapsedMilliseconds: number;
}

/** Maximum number of longest calls per interval. */
const LONGEST = 25;

/** Counts calls, unless statistics aren't written. */
export function newUsage(clock: TimeSource, isWanted: boolean): Usage {
  let time = empty();
  return {
    record(started) {
      if (!isWanted) return;
      const call = { ...started, endedAt: clock.now() };
      const client = time.clients.get(call.client) ?? { calls: 0, bytesIn: 0, bytesOut: 0, elapsedMilliseconds: 0 };
      time.clients.set(call.client, client);
      for (const sum of [time, client]) {
        sum.calls += 1;
        sum.bytesIn += call.bytesIn;
        sum.bytesOut += call.bytesOut;
        sum.elapsedMilliseconds += call.endedAt - call.startedAt;
      }
      time.longest.push(call);
      if (time.longest.length > 2 * LONGEST) time.longest = longestOf(time.longest);
    },
    take() {
      const taken = { ...time, longest: longestOf(time.longest) };
      time = empty();
      return taken;
    },
  };
}

function empty() {
  return {
    calls: 0,
    bytesIn: 0,
    bytesOut: 0,
    elapsedMilliseconds: 0,
    longest: [] as AnsweredCall[],
    clients: new Map<string, ClientTime>(),
  };
}

function longestOf(calls: readonly AnsweredCall[]): AnsweredCall[] {
  const duration = (call: AnsweredCall): number => call.endedAt - call.startedAt;
  return [...calls].sort((one, other) => duration(other) - duration(one)).slice(0, LONGEST);
}
