import type { Clock } from "#shared/ports/clock.ts";
import type { Item, Key, Table } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { countAfterFailure, countNow, type FailureCount, type FailureLimit, noFailures } from "./failure-limits.ts";

/** Partitions of the counts and the accepted clients, as roles name them. `*` matches any characters. */
export const failurePartitions = ["attempts#*"];

/** Subject of a count, and its limit. */
export interface Counted {
  readonly id: string;
  readonly limit: FailureLimit;
}

/** Counts of failures by subject. */
export interface FailureCounts {
  read(counted: Counted): Promise<FailureCount>;
  /** Adds a failure. Returns the new count. */
  add(counted: Counted): Promise<FailureCount>;
  forget(counted: Counted): Promise<void>;
}

/** Counts in the table, from which places can also be taken. */
export interface TableCounts extends FailureCounts {
  /** Adds a failure unless the limit is reached, even with concurrent calls. Returns the wait time in milliseconds; 0 if it was counted. */
  take(counted: Counted): Promise<number>;
}

/** Creates counts that all instances share. */
export function tableCounts(table: Table, clock: Clock): TableCounts {
  /** Count and pause are a single write: if the store failed between two writes, the next guess would be allowed. */
  const replace = async ({ id, limit }: Counted, next: (before: FailureCount) => FailureCount): Promise<Replaced> => {
    const key = keyOf(id);
    return retryOnConflict(async () => {
      const item = await table.get(key);
      const before = countNow(countIn(item), limit, clock.now());
      const after = next(before);
      if (after === before) return { before, after };
      const { endsAt, ...count } = after;
      const fields = { schema: 2, endsAt, ...count };
      const condition = item === undefined ? "absent" : { version: item.version };
      await table.put({ ...key, fields, expiresAt: Math.ceil(endsAt / 1000) }, condition);
      return { before, after };
    });
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
  // Counts of the first schema, which end within an hour, have no end time of their own.
  const end = endsAt ?? (item.expiresAt ?? 0) * 1000;
  return {
    ...{ failures: Number(failures ?? 0), pausedUntil: Number(pausedUntil ?? 0), endsAt: Number(end) },
    ...(Array.isArray(times) && { times: times.map(Number) }),
  };
}
