import * as z from "zod";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";

/** Registration of a process. Times are in milliseconds since the epoch. */
const Presence = z.object({ until: z.number(), aloneSince: z.number().nullable() });

/** End of a process's registration, and the time since which it counts in memory; null if it doesn't. */
export type Presence = Readonly<z.infer<typeof Presence>>;

/** Stores the processes that count calls of keys on the Table port: in one item, so that a write returns the others. */
export interface PresenceStore {
  /** Registers a process. Returns the others, including those that crashed recently. */
  note(id: string, presence: Presence, now: number): Promise<readonly (Presence & { readonly id: string })[]>;
  leave(id: string): Promise<void>;
}

/** Retention of processes that are gone: their calls counted in memory are missing in the minute in which they last ran. */
const keptMs = 5 * 60_000;
/** In the same partitions as the counts, so that both need the same role. */
const key = { pk: "allowance#processes", sk: "present" };

export function presenceStore(table: Pick<Table, "put" | "update">): PresenceStore {
  return {
    async note(id, presence, now) {
      const expiresAt = Math.ceil((presence.until + keptMs) / 1000);
      const { version, fields } = await table.update(key, { set: { schema: 1, [id]: { ...presence } }, expiresAt });
      const { schema, ...entries } = fields;
      const all = Object.entries(entries).map(([name, entry]) => ({ id: name, ...Presence.parse(entry) }));
      const kept = all.filter(({ until }) => until > now - keptMs);
      if (kept.length < all.length) await replace(kept, version, expiresAt);
      return kept.filter((other) => other.id !== id);
    },

    async leave(id) {
      await table.update(key, { set: { schema: 1, [id]: { until: 0, aloneSince: null } } });
    },
  };

  async function replace(
    kept: readonly (Presence & { readonly id: string })[],
    version: number,
    expiresAt: number,
  ): Promise<void> {
    const fields = { schema: 1, ...Object.fromEntries(kept.map(({ id, ...presence }) => [id, presence])) };
    try {
      await table.put({ ...key, fields, expiresAt }, { version });
    } catch (thrown) {
      if (!(thrown instanceof ConditionFailed)) throw thrown; // Another process registered concurrently; the next check resolves this.
    }
  }
}
