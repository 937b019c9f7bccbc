import type { Clock } from "#shared/ports/clock.ts";
import type { Item, Key, Table } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { Counted, FailureCounts } from "./failure-counts.ts";

/** Time after which the place of a check expires, in case its process crashed. The timeout of FileMaker Server is half as long. */
const heldMs = 60_000;

/** Places for running checks, shared by all instances: as many as there are failures left. */
export interface SharedPlaces {
  /** Takes a place. Returns false if failures have left none. */
  take(counted: Counted): Promise<boolean>;
  /** Returns the place, after a failure has been counted. */
  giveBack(counted: Counted): Promise<void>;
}

/**
 * Creates places on the Table port. They are read before the failures and written with their version: a check that fails in the meantime is
 * counted as a failure before it returns its place, so it is never missed.
 */
export function sharedPlaces(table: Table, clock: Clock, failures: Pick<FailureCounts, "read">): SharedPlaces {
  /** Replaces the expiry times of places. @throws ConditionFailed if another instance was faster */
  const replace = async (key: Key, before: Item | undefined, held: readonly number[]): Promise<void> => {
    const condition = before === undefined ? "absent" : { version: before.version };
    // Also written when no place is left, because a recreated item would reuse the versions of the old one.
    const expiresAt = Math.ceil((clock.now() + heldMs) / 1000);
    await table.put({ ...key, fields: { schema: 1, held }, expiresAt }, condition);
  };

  return {
    async take(counted) {
      const key = keyOf(counted);
      return retryOnConflict(async () => {
        const item = await table.get(key);
        const held = heldIn(item, clock.now());
        const { failures: failed, pausedUntil } = await failures.read(counted);
        const now = clock.now();
        // After a pause, one check is allowed.
        if (pausedUntil > now || held.length >= Math.max(1, counted.limit.failures - failed)) return false;
        await replace(key, item, [...held, now + heldMs]);
        return true;
      });
    },

    async giveBack(counted) {
      const key = keyOf(counted);
      await retryOnConflict(async () => {
        const item = await table.get(key);
        if (item !== undefined) await replace(key, item, heldIn(item, clock.now()).slice(1));
      });
    },
  };
}

function keyOf({ id }: Counted): Key {
  return { pk: `attempts#${id}`, sk: "under-way" };
}

/** Returns the expiry times of places, earliest first. */
function heldIn(item: Item | undefined, now: number): readonly number[] {
  const held = Array.isArray(item?.fields.held) ? item.fields.held.map(Number) : [];
  return held.filter((until) => until > now && until <= now + heldMs);
}
