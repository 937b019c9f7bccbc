import type { Clock } from "../ports/clock.ts";
import { ConditionFailed, type Item, type Key, type Table } from "../ports/table.ts";

const firstPauseSeconds = 60;

/** How many failures are allowed in which time, and how long the pause after that may grow. */
export interface FailureLimit {
  readonly failures: number;
  readonly windowMs: number;
  readonly longestPauseSeconds: number;
  /** How long after a pause the next failure still makes a longer one. */
  readonly rememberedMs: number;
}

export interface FailureCount {
  readonly failures: number;
  /** Milliseconds since the epoch; until then nothing is tried. */
  readonly pausedUntil: number;
}

/** Failures by who caused them. A count is forgotten when its window, or what follows on its pause, is over. */
export interface FailureCounts {
  read(id: string): Promise<FailureCount>;
  add(id: string, limit: FailureLimit): Promise<void>;
  forget(id: string): Promise<void>;
}

export const noFailures: FailureCount = { failures: 0, pausedUntil: 0 };

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
      await table.update(key, { set: { pausedUntil }, expiresAt: seconds(pausedUntil + limit.rememberedMs) });
    },

    async forget(id) {
      await table.delete(keyOf(id));
    },
  };
}

/** From the limit on every further failure doubles the pause. */
export function pauseMs(failures: number, limit: FailureLimit): number {
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
  if (item === undefined) return noFailures;
  return { failures: Number(item.fields.failures ?? 0), pausedUntil: Number(item.fields.pausedUntil ?? 0) };
}

function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
