import * as z from "zod";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";

/** Milliseconds since the epoch. */
const Presence = z.object({ until: z.number(), aloneSince: z.number().nullable() });

/** Until when a process is there, and since when it counts alone until then; null where it does not. */
export type Presence = Readonly<z.infer<typeof Presence>>;

/** Which processes count calls of keys, on the Table port: one item for all of them, so that a write answers who else is there. */
export interface PresenceStore {
  /** Notes a process, and answers the others, among them those that ended a while ago without leaving. */
  note(id: string, presence: Presence, now: number): Promise<readonly (Presence & { readonly id: string })[]>;
  leave(id: string): Promise<void>;
}

/** Processes that are gone are kept for a while: what they counted alone is missing in the minute in which they were last there. */
const keptMs = 5 * 60_000;
/** Beside the counts, whose role it shares. */
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
      if (!(thrown instanceof ConditionFailed)) throw thrown; // Another noted itself meanwhile: the next look clears up.
    }
  }
}
