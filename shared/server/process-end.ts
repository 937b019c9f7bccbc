import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";

interface ProcessEndDependencies {
  readonly process: (id: number) => Promise<ProcessRecord | undefined>;
  readonly clock: Clock;
  /** How long an answer may wait. Milliseconds. */
  readonly answerMs: number;
  /** Whether this host is about to stop, and its calls with it. */
  readonly isStopping: () => boolean;
}

/** Waits for the end of a process, for as long as an answer may. Resolves with how the process stands then. */
export type ProcessEnd = (id: number) => Promise<ProcessRecord | undefined>;

const firstPauseMs = 50;
const longestPauseMs = 1_000;

export function processEnd({ process, clock, answerMs, isStopping }: ProcessEndDependencies): ProcessEnd {
  return async (id) => {
    const giveUpAt = clock.now() + answerMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      const record = await process(id);
      const leftMs = giveUpAt - clock.now();
      if (record === undefined || record.endedAt !== null || leftMs <= 0 || isStopping()) return record;
      await clock.sleep(Math.min(pauseMs, leftMs));
    }
  };
}
