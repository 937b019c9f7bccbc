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

/**
 * Waits for the end of a process, for as long as an answer may. Resolves with how the process stands then. With `patienceMs` it
 * is waited for no longer where the process itself still waits then, for an agent that is away for instance.
 */
export type ProcessEnd = (id: number, options?: { readonly patienceMs?: number }) => Promise<ProcessRecord | undefined>;

const firstPauseMs = 50;
const longestPauseMs = 1_000;

export function processEnd({ process, clock, answerMs, isStopping }: ProcessEndDependencies): ProcessEnd {
  return async (id, { patienceMs = Number.POSITIVE_INFINITY } = {}) => {
    const startedAt = clock.now();
    const giveUpAt = startedAt + answerMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      const record = await process(id);
      const leftMs = giveUpAt - clock.now();
      if (record === undefined || record.endedAt !== null || leftMs <= 0 || isStopping()) return record;
      if (record.waitingFor !== null && clock.now() - startedAt >= patienceMs) return record;
      await clock.sleep(Math.min(pauseMs, leftMs));
    }
  };
}
