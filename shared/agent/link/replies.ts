import type { Clock } from "#shared/ports/clock.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import type { Outcome } from "../protocol/message.ts";
import type { AgentStore } from "../store.ts";

/** Waiting for what an agent answers, wherever the answer arrives. */
export interface Replies {
  /** Whether it is waited for in this very process: then the answer need not be kept for another. */
  isAwaited(request: string): boolean;
  /** An answer has come to this process, and was counted. */
  received(request: string, outcome: Outcome): void;
  /** The answer, or undefined when the deadline has passed without one. */
  wait(request: string, deadlineAt: number): Promise<Outcome | undefined>;
}

const firstPauseMs = 50;
const longestPauseMs = 1_000;

/** Answers that come to another process are in the table. Those that come to this one are handed over. */
export function replies(store: Pick<AgentStore, "takeReply">, clock: Clock): Replies {
  const waiting = new Map<string, (outcome: Outcome) => void>();

  return {
    isAwaited: (request) => waiting.has(request),

    received(request, outcome) {
      waiting.get(request)?.(outcome);
    },

    async wait(request, deadlineAt) {
      const arrived = new AbortController();
      const here: { outcome?: Outcome } = {};
      waiting.set(request, (outcome) => {
        here.outcome = outcome;
        arrived.abort();
      });
      try {
        for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
          const remainingMs = deadlineAt - clock.now();
          const kept = await store.takeReply(request).catch((thrown: unknown) => {
            // The agent keeps its answer until the store has it.
            if (thrown instanceof StoreUnavailable && remainingMs > 0) return undefined;
            throw thrown;
          });
          const outcome = here.outcome ?? kept;
          if (outcome !== undefined || remainingMs <= 0) return outcome;
          await clock.sleep(Math.min(pause, remainingMs), arrived.signal).catch((thrown: unknown) => {
            if (!arrived.signal.aborted) throw thrown;
          });
          if (here.outcome !== undefined) return here.outcome;
        }
      } finally {
        waiting.delete(request);
      }
    },
  };
}
