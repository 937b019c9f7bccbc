import type { Clock } from "#shared/ports/clock.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import type { Outcome } from "../protocol/message.ts";
import type { AgentStore } from "../store.ts";

/** Waits for the agent's replies, which can arrive in any process. */
export interface Replies {
  /** True if this process waits for the reply. Then it needn't be stored for another. */
  isAwaited(request: string): boolean;
  /** Handles a reply that arrived in this process and was recorded. */
  received(request: string, outcome: Outcome): void;
  /** Returns the reply, or undefined after the deadline. */
  wait(request: string, deadlineAt: number): Promise<Outcome | undefined>;
}

const firstPauseMs = 50;
const longestPauseMs = 1_000;

/** Hands over replies that arrive in this process, and reads those of other processes from the table. */
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
            // The agent keeps its reply until the store has it.
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
