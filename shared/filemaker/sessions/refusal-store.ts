import * as z from "zod";
import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Key, type Table } from "#shared/ports/table.ts";

const RefusalFields = z.object({
  schema: z.literal(1),
  credentialId: z.string(),
  api: z.enum(["data", "odata", "admin"]),
  /** The file's name as it is compared, or the place of the Admin API. */
  folded: z.string(),
  /** Milliseconds since the epoch. */
  since: z.number(),
});

/** FileMaker Server refuses an account at a place, and did so first at this moment. */
export type AccountRefusal = z.infer<typeof RefusalFields>;

/** Where an account is shown to FileMaker Server. */
export type AccountAccess = Pick<AccountRefusal, "credentialId" | "api" | "folded">;

const dayMs = 24 * 60 * 60_000;
/** A refusal that no call meets any more is forgotten after this time. */
const keptMs = 90 * dayMs;

/** Refusals that stand, all in one partition per server: there are few, and lists of keys read them at once. */
export function refusalStore(table: Table, origin: string) {
  const pk = `session#refusals#${origin}`;
  const keyOf = ({ credentialId, api, folded }: AccountAccess): Key => ({ pk, sk: `${credentialId}#${api}#${folded}` });

  return {
    /**
     * Notes a refusal, and answers whether none stood before. One that stands keeps its moment, and is written again at most once a
     * day, so that it does not expire.
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

    /** Takes a refusal away, and answers whether one stood. Where none does, this is one read. */
    async clear(access: AccountAccess): Promise<boolean> {
      const key = keyOf(access);
      const before = await table.get(key);
      return before !== undefined && (await wasFirst(table.delete(key, { version: before.version })));
    },

    /** What stands of one account, or of all. */
    async list(credentialId?: string): Promise<readonly AccountRefusal[]> {
      const of = credentialId === undefined ? {} : { prefix: `${credentialId}#` };
      return Array.fromAsync(allItems(table, { pk, ...of }), ({ fields }) => RefusalFields.parse(fields));
    },
  };
}

export type RefusalStore = ReturnType<typeof refusalStore>;

/** A faster writer has seen the account at the same moment: what it wrote is as good. */
async function wasFirst(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (thrown) {
    if (!(thrown instanceof ConditionFailed)) throw thrown;
    return false;
  }
}
