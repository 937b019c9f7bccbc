import { type GatheringDependencies, gatheredWrites } from "./gathered-writes.ts";
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
export type CountCall = (who: string, rate: Rate) => number | undefined;

/** Counts of calls, and what brings them into the store. */
export interface CallCounts {
  readonly count: CountCall;
  /** Writes what is counted and not written yet: with a stop, the next start would begin without it. */
  flush(): Promise<void>;
}

/** The calls of one credential in the present span of time. */
interface Span {
  readonly name: string;
  readonly from: number;
  readonly until: number;
  /** Those that this process has seen, and those that the store holds. */
  count: number;
  unwritten: number;
}

const mostSpans = 10_000;

/**
 * Counts in spans of time that are the same for everyone. No call waits for the store: this process counts its own, and what others have counted it
 * learns as it adds its own to theirs, so that several processes let a few calls more through and never many.
 */
export function callCounts(store: Pick<GuardStore, "count">, gathering: GatheringDependencies): CallCounts {
  const { clock } = gathering;
  const spans = new Map<string, Span>();

  const written = async (span: Span): Promise<void> => {
    const calls = span.unwritten;
    if (calls === 0) return; // With one that was gathered before it.
    span.unwritten = 0;
    const total = await store.count(span.name, span.from, span.until, calls);
    span.count = total + span.unwritten;
  };
  const writes = gatheredWrites<Span>(
    "counting calls of tools",
    async (found) => void (await Promise.all([...new Set(found)].map(written))),
    gathering,
  );

  const present = (name: string, now: number, withinMs: number): Span => {
    const from = now - (now % withinMs);
    const known = spans.get(name);
    if (known?.from === from) return known;
    const span: Span = { name, from, until: from + withinMs, count: 0, unwritten: 0 };
    spans.delete(name);
    spans.set(name, span);
    if (spans.size > mostSpans) spans.delete(spans.keys().next().value as string);
    return span;
  };

  return {
    count(who, { most, withinMs }) {
      const now = clock.now();
      const span = present(`${who}#${withinMs}`, now, withinMs);
      span.count += 1;
      span.unwritten += 1;
      writes.add(span);
      return span.count <= most ? undefined : Math.ceil((span.until - now) / 1000);
    },
    flush: writes.flush,
  };
}
