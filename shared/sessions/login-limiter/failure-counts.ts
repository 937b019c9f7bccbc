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

/** Counts on the table, which can also be taken from. */
export interface TableCounts extends FailureCounts {
  /** Counts one more unless the limit is used up, however many do so at once. Returns the milliseconds to wait; 0 if it was counted. */
  take(counted: Counted): Promise<number>;
}

/** Counts that every instance sees. */
export function tableCounts(table: Table, clock: Clock): TableCounts {
  /** In one write: a store that left between the count and its pause would let the next guess through. */
  const replace = async ({ id, limit }: Counted, next: (before: FailureCount) => FailureCount): Promise<Replaced> => {
    const key = keyOf(id);
    for (;;) {
      const item = await table.get(key);
      const before = countNow(countIn(item), limit, clock.now());
      const after = next(before);
      if (after === before) return { before, after };
      const { endsAt, ...count } = after;
      const fields = { schema: 2, endsAt, ...count };
      try {
        const condition = item === undefined ? "absent" : { version: item.version };
        await table.put({ ...key, fields, expiresAt: Math.ceil(endsAt / 1000) }, condition);
        return { before, after };
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // Another instance counted at the same time.
      }
    }
  };

  return {
    async read({ id, limit }) {
      return countNow(countIn(await table.get(keyOf(id))), limit, clock.now());
    },

    async add(counted) {
      return (await replace(counted, (before) => countAfterFailure(before, counted.limit, clock.now()))).after;
    },

    async take(counted) {
      const { before } = await replace(counted, (count) =>
        count.pausedUntil > clock.now() ? count : countAfterFailure(count, counted.limit, clock.now()),
      );
      return Math.max(0, before.pausedUntil - clock.now());
    },

    async forget({ id }) {
      await table.delete(keyOf(id));
    },
  };
}

interface Replaced {
  readonly before: FailureCount;
  readonly after: FailureCount;
}

function keyOf(id: string): Key {
  return { pk: `attempts#${id}`, sk: "failures" };
}

function countIn(item: Item | undefined): FailureCount {
  if (item === undefined) return noFailures;
  const { failures, pausedUntil, endsAt, times } = item.fields;
  // The first schema, whose counts end within the hour, has no moment of its own.
  const end = endsAt ?? (item.expiresAt ?? 0) * 1000;
  return {
    ...{ failures: Number(failures ?? 0), pausedUntil: Number(pausedUntil ?? 0), endsAt: Number(end) },
    ...(Array.isArray(times) && { times: times.map(Number) }),
  };
}
