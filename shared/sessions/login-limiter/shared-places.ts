import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed, type Item, type Key, type Table } from "#shared/ports/table.ts";
import type { Counted, FailureCounts } from "./failure-counts.ts";

/** A check that was given up with its process holds its place no longer. FileMaker Server is waited for half as long. */
const heldMs = 60_000;

/** Places of checks that are under way, in all instances together: as many as there may still be failures. */
export interface SharedPlaces {
  /** Takes a place among those that failures have left over. False where there is none. */
  take(counted: Counted): Promise<boolean>;
  /** Gives it back, after a failure has been counted. */
  giveBack(counted: Counted): Promise<void>;
}

/**
 * Places on the table port. They are read before the failures and written under their version: a check that has failed meanwhile is counted among
 * the failures before it gives its place back, and so is never missed.
 */
export function sharedPlaces(table: Table, clock: Clock, failures: Pick<FailureCounts, "read">): SharedPlaces {
  /** Replaces the moments until which places are held. False where another instance was faster. */
  const replace = async (key: Key, before: Item | undefined, held: readonly number[]): Promise<boolean> => {
    try {
      const condition = before === undefined ? "absent" : { version: before.version };
      // Also where none is left: an item that was made anew would have the versions of the one before.
      const expiresAt = Math.ceil((clock.now() + heldMs) / 1000);
      await table.put({ ...key, fields: { schema: 1, held }, expiresAt }, condition);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof ConditionFailed)) throw thrown;
      return false;
    }
  };

  return {
    async take(counted) {
      const key = keyOf(counted);
      for (;;) {
        const item = await table.get(key);
        const held = heldIn(item, clock.now());
        const { failures: failed, pausedUntil } = await failures.read(counted);
        const now = clock.now();
        // After a pause there is room for one.
        if (pausedUntil > now || held.length >= Math.max(1, counted.limit.failures - failed)) return false;
        if (await replace(key, item, [...held, now + heldMs])) return true;
      }
    },

    async giveBack(counted) {
      const key = keyOf(counted);
      for (;;) {
        const item = await table.get(key);
        if (item === undefined || (await replace(key, item, heldIn(item, clock.now()).slice(1)))) return;
      }
    },
  };
}

function keyOf({ id }: Counted): Key {
  return { pk: `attempts#${id}`, sk: "under-way" };
}

/** Moments until which places are held, the next one first. */
function heldIn(item: Item | undefined, now: number): readonly number[] {
  const held = Array.isArray(item?.fields.held) ? item.fields.held.map(Number) : [];
  return held.filter((until) => until > now && until <= now + heldMs);
}
