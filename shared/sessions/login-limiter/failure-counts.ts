import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed, type Item, type Key, type Table } from "#shared/ports/table.ts";
import { countAfterFailure, countNow, type FailureCount, type FailureLimit, noFailures } from "./failure-limits.ts";

/** The partitions that the counts and the accepted clients own, as roles name them: `*` stands for any characters. */
export const failurePartitions = ["attempts#*"];

/** What failures are counted by, and how many are allowed. */
export interface Counted {
  readonly id: string;
  readonly limit: FailureLimit;
}

/** Failures by who caused them. */
export interface FailureCounts {
  read(counted: Counted): Promise<FailureCount>;
  /** Counts one more failure, and answers how many there are now. */
  add(counted: Counted): Promise<FailureCount>;
  forget(counted: Counted): Promise<void>;
}

/** Counts that every instance sees. */
export function tableCounts(table: Table, clock: Clock): FailureCounts {
  return {
    async read({ id, limit }) {
      return countNow(countIn(await table.get(keyOf(id))), limit, clock.now());
    },

    /** In one write: a store that left between the count and its pause would let the next guess through. */
    async add({ id, limit }) {
      const key = keyOf(id);
      for (;;) {
        const item = await table.get(key);
        const { failures, pausedUntil, endsAt } = countAfterFailure(countIn(item), limit, clock.now());
        const fields = { schema: 2, failures, pausedUntil, endsAt };
        try {
          const condition = item === undefined ? "absent" : { version: item.version };
          await table.put({ ...key, fields, expiresAt: Math.ceil(endsAt / 1000) }, condition);
          return { failures, pausedUntil, endsAt };
        } catch (thrown) {
          if (!(thrown instanceof ConditionFailed)) throw thrown; // Another instance counted at the same moment.
        }
      }
    },

    async forget({ id }) {
      await table.delete(keyOf(id));
    },
  };
}

function keyOf(id: string): Key {
  return { pk: `attempts#${id}`, sk: "failures" };
}

function countIn(item: Item | undefined): FailureCount {
  if (item === undefined) return noFailures;
  const { failures, pausedUntil, endsAt } = item.fields;
  // The first schema, whose counts end within the hour, has no moment of its own.
  const end = endsAt ?? (item.expiresAt ?? 0) * 1000;
  return { failures: Number(failures ?? 0), pausedUntil: Number(pausedUntil ?? 0), endsAt: Number(end) };
}
