import type { Outcome } from "../contract/agent/message.ts";
import type { Clock } from "../ports/clock.ts";
import { StoreUnavailable } from "../ports/table.ts";
import type { AgentStore } from "./store.ts";

/** Waiting for what an agent answers, wherever the answer arrives. */
export interface Replies {
  /** An answer has come to this process. */
  came(request: string): void;
  /** The answer, or undefined when the deadline has passed without one. */
  wait(request: string, deadlineAt: number): Promise<Outcome | undefined>;
}

const firstPauseMs = 50;
const longestPauseMs = 1_000;

/** Answers are in the table. Where they come to this very process, it does not wait for the next look. */
export function replies(store: AgentStore, clock: Clock): Replies {
  const waiting = new Map<string, AbortController>();

  return {
    came(request) {
      waiting.get(request)?.abort();
    },

    async wait(request, deadlineAt) {
      for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
        const waker = new AbortController();
        waiting.set(request, waker);
        try {
          const left = deadlineAt - clock.now();
          const outcome = await store.takeReply(request).catch((thrown: unknown) => {
            // The agent keeps its answer until the store has it.
            if (thrown instanceof StoreUnavailable && left > 0) return undefined;
            throw thrown;
          });
          if (outcome !== undefined || left <= 0) return outcome;
          await clock.sleep(Math.min(pause, left), waker.signal).catch((thrown: unknown) => {
            if (!waker.signal.aborted) throw thrown;
          });
        } finally {
          waiting.delete(request);
        }
      }
    },
  };
}
