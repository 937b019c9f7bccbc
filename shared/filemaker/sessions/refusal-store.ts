import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Key, type Table } from "#shared/ports/table.ts";

const RefusalFields = storedRecord("filemaker/sessions/refusal", 1, {
  credentialId: z.string(),
  api: z.enum(["data", "odata", "admin"]),
  /** Normalized file name, or the key of the Admin API. */
  folded: z.string(),
  /** Milliseconds since the epoch. */
  since: z.number(),
});

/** Refusal of an account in a file or API, and the time of the first one. */
export type AccountRefusal = z.infer<typeof RefusalFields>;

/** Account and the file or API where it is used. */
export type AccountAccess = Pick<AccountRefusal, "credentialId" | "api" | "folded">;

const dayMs = 24 * 60 * 60_000;
/** Retention of a refusal that no call has met again. Milliseconds. */
const keptMs = 90 * dayMs;

/** Stores current refusals, in one partition per server: there are few, and lists of keys read them all at once. */
export function refusalStore(table: Table, origin: string) {
  const pk = `session#refusals#${origin}`;
  const keyOf = ({ credentialId, api, folded }: AccountAccess): Key => ({ pk, sk: `${credentialId}#${api}#${folded}` });

  return {
    /**
     * Records a refusal and returns true if there was none before. An existing one keeps its time, and is written at most once a day so
     * that it doesn't expire.
     */
    async add({ credentialId, api, folded }: AccountAccess, now: number): Promise<boolean> {
      const key = keyOf({ credentialId, api, folded });
      const before = await table.get(key);
      const since = before === undefined ? now : RefusalFields.parse(before.fields).since;
      const expiresAt = Math.ceil((now + keptMs) / 1000);
      if (before?.expiresAt !== undefined && expiresAt - before.expiresAt < dayMs / 1000) return false;
      const fields: AccountRefusal = { schema: 1, credentialId, api, folded, since };
      const condition = before === undefined ? "absent" : { version: before.version };
      return (await wasFirst(table.put({ ...key, fields, expiresAt }, condition))) && before === undefined;
    },

    /** Removes a refusal and returns true if there was one. Without one, this costs one read. */
    async clear(access: AccountAccess): Promise<boolean> {
      const key = keyOf(access);
      const before = await table.get(key);
      return before !== undefined && (await wasFirst(table.delete(key, { version: before.version })));
    },

    /** Returns the current refusals of one account, or of all. */
    async list(credentialId?: string): Promise<readonly AccountRefusal[]> {
      const of = credentialId === undefined ? {} : { prefix: `${credentialId}#` };
      return Array.fromAsync(allItems(table, { pk, ...of }), ({ fields }) => RefusalFields.parse(fields));
    },
  };
}

export type RefusalStore = ReturnType<typeof refusalStore>;

/** Returns true if the write was first. Otherwise another process recorded the status at the same time, which is equally good. */
async function wasFirst(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (thrown) {
    if (!(thrown instanceof ConditionFailed)) throw thrown;
    return false;
  }
}
