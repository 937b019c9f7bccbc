import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessRecord } from "./record.ts";

interface ProcessEndDependencies {
  readonly process: (id: number) => Promise<ProcessRecord | undefined>;
  readonly clock: Clock;
  /** Maximum wait before a response, in milliseconds. */
  readonly answerMs: number;
  /** Returns true if this host, and its calls with it, is about to stop. */
  readonly isStopping: () => boolean;
}

/**
 * Waits for the end of a process, up to the maximum wait before a response. Resolves with the state of the process then. With `patienceMs`,
 * it waits no longer than that for a process that itself waits, for example for an agent.
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
