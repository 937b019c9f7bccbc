import type { Clock } from "../ports/clock.ts";
import { ConditionFailed, type Item, type Key, StoreUnavailable, type Table } from "../ports/table.ts";

const firstPauseSeconds = 60;

/** How many failures are allowed in which time, and how long the pause after that may grow. */
export interface FailureLimit {
  readonly failures: number;
  readonly windowMs: number;
  readonly longestPauseSeconds: number;
}

export interface FailureCount {
  readonly failures: number;
  /** Milliseconds since the epoch; until then nothing is tried. */
  readonly pausedUntil: number;
}

/** Failures by who caused them. A count is forgotten when its window, and the pause it led to, are over. */
export interface FailureCounts {
  read(id: string): Promise<FailureCount>;
  add(id: string, limit: FailureLimit): Promise<void>;
  forget(id: string): Promise<void>;
}

const none: FailureCount = { failures: 0, pausedUntil: 0 };

/** Counts that every instance sees. */
export function tableCounts(table: Table, clock: Clock): FailureCounts {
  return {
    async read(id) {
      return countIn(await table.get(keyOf(id)));
    },

    async add(id, limit) {
      const key = keyOf(id);
      const { failures } = await addOne(table, key, clock.now() + limit.windowMs);
      if (failures < limit.failures) return;
      const pausedUntil = clock.now() + pauseMs(failures, limit);
      await table.update(key, { set: { pausedUntil }, expiresAt: seconds(pausedUntil + limit.windowMs) });
    },

    async forget(id) {
      await table.delete(keyOf(id));
    },
  };
}

/** Counts of this process alone, for as long as the table does not answer. */
export function memoryCounts(clock: Clock): FailureCounts {
  const counts = new Map<string, FailureCount & { readonly expiresAt: number }>();
  const current = (id: string) => {
    const count = counts.get(id);
    return count !== undefined && count.expiresAt > clock.now() ? count : undefined;
  };
  return {
    async read(id) {
      return current(id) ?? none;
    },

    async add(id, limit) {
      const now = clock.now();
      const before = current(id);
      const failures = (before?.failures ?? 0) + 1;
      const pausedUntil = failures < limit.failures ? 0 : now + pauseMs(failures, limit);
      const expiresAt = pausedUntil === 0 ? (before?.expiresAt ?? now + limit.windowMs) : pausedUntil + limit.windowMs;
      counts.set(id, { failures, pausedUntil, expiresAt });
    },

    async forget(id) {
      counts.delete(id);
    },
  };
}

/** The first counts, and while their store is out of reach the second: a limiter that fails does not open (L1). */
export function countsWithFallback(first: FailureCounts, second: FailureCounts): FailureCounts {
  const either = async <T>(ask: (counts: FailureCounts) => Promise<T>): Promise<T> => {
    try {
      return await ask(first);
    } catch (thrown) {
      if (!(thrown instanceof StoreUnavailable)) throw thrown;
      return ask(second);
    }
  };
  return {
    read: (id) => either((counts) => counts.read(id)),
    add: (id, limit) => either((counts) => counts.add(id, limit)),
    forget: (id) => either((counts) => counts.forget(id)),
  };
}

/** From the limit on every further failure doubles the pause. */
function pauseMs(failures: number, limit: FailureLimit): number {
  return 1000 * Math.min(limit.longestPauseSeconds, firstPauseSeconds * 2 ** (failures - limit.failures));
}

/** Counts one more. The first failure starts a new window; an expired one counts as absent. */
async function addOne(table: Table, key: Key, windowEnd: number): Promise<FailureCount> {
  for (;;) {
    try {
      return countIn(await table.update(key, { add: { failures: 1 } }, "present"));
    } catch (thrown) {
      if (!(thrown instanceof ConditionFailed)) throw thrown;
    }
    try {
      const fields = { schema: 1, failures: 1, pausedUntil: 0 };
      return countIn(await table.put({ ...key, fields, expiresAt: seconds(windowEnd) }, "absent"));
    } catch (thrown) {
      if (!(thrown instanceof ConditionFailed)) throw thrown; // Another instance started the window: count in it.
    }
  }
}

function keyOf(id: string): Key {
  return { pk: `attempts#${id}`, sk: "failures" };
}

function countIn(item: Item | undefined): FailureCount {
  if (item === undefined) return none;
  return { failures: Number(item.fields.failures ?? 0), pausedUntil: Number(item.fields.pausedUntil ?? 0) };
}

function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
