import { type GatheringDependencies, gatheredWrites } from "./gathered-writes.ts";
import type { GuardStore } from "./store.ts";

/** Maximum number of calls within a time span. */
export interface Rate {
  readonly max: number;
  readonly withinMs: number;
}

/** Limits per credential. */
export interface ToolLimits {
  /** All tool calls. */
  readonly calls: Rate;
  /** Destructive ones. */
  readonly destructive: Rate;
}

export const perMinute = (max: number): Rate => ({ max, withinMs: 60_000 });
export const perHour = (max: number): Rate => ({ max, withinMs: 60 * 60_000 });

/** Counts a call. Returns undefined if it is allowed, otherwise the number of seconds until the limit resets. */
export type CountCall = (who: string, rate: Rate) => number | undefined;

/** Counts of calls, and their transfer to the store. */
export interface CallCounts {
  readonly count: CountCall;
  /** Writes counts that aren't stored yet. Otherwise the next start would begin without them. */
  flush(): Promise<void>;
}

/** Calls of one credential in the current time span. */
interface Span {
  readonly name: string;
  readonly from: number;
  readonly until: number;
  /** Calls that this process has counted, and those in the store. */
  count: number;
  unwritten: number;
}

const maxSpans = 10_000;

/**
 * Counts calls in time spans that are the same for all callers. Calls never wait for the store: a process counts its own calls and learns
 * the counts of others when it adds its own to the store. Several processes may therefore allow a few more calls than the limit, but never
 * many.
 */
export function callCounts(store: Pick<GuardStore, "count">, gathering: GatheringDependencies): CallCounts {
  const { clock } = gathering;
  const spans = new Map<string, Span>();

  const written = async (span: Span): Promise<void> => {
    const calls = span.unwritten;
    if (calls === 0) return; // Already written together with an earlier entry.
    span.unwritten = 0;
    const total = await store.count(span.name, span.from, span.until, calls);
    span.count = total + span.unwritten;
  };
  const writes = gatheredWrites<Span>(
    "tool call counts",
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
    if (spans.size > maxSpans) spans.delete(spans.keys().next().value as string);
    return span;
  };

  return {
    count(who, { max, withinMs }) {
      const now = clock.now();
      const span = present(`${who}#${withinMs}`, now, withinMs);
      span.count += 1;
      span.unwritten += 1;
      writes.add(span);
      return span.count <= max ? undefined : Math.ceil((span.until - now) / 1000);
    },
    flush: writes.flush,
  };
}
