import type { Clock } from "#shared/ports/clock.ts";
import type { GuardStore } from "./store.ts";

/** So many calls in so much time. */
export interface Rate {
  readonly most: number;
  readonly withinMs: number;
}

/** Calls of tools by one credential, and of those that destroy. */
export const callRate: Rate = { most: 60, withinMs: 60_000 };
export const destructiveRate: Rate = { most: 10, withinMs: 60 * 60_000 };

/** Counts a call. Answers after how many seconds there are more, where there are none left; undefined where it may go on. */
export type CountCall = (who: string, rate: Rate) => Promise<number | undefined>;

/** Counts in spans of time that are the same for everyone, so that one write decides. `who` has a span for each rate. */
export function callCounts(store: Pick<GuardStore, "count">, clock: Pick<Clock, "now">): CountCall {
  return async (who, { most, withinMs }) => {
    const now = clock.now();
    const from = now - (now % withinMs);
    const count = await store.count(`${who}#${withinMs}`, from, from + withinMs);
    return count <= most ? undefined : Math.ceil((from + withinMs - now) / 1000);
  };
}
