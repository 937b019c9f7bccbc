import * as z from "zod";
import { allItems } from "#shared/ports/all-items.ts";
import type { Item, Key, Table } from "#shared/ports/table.ts";
import { type SealingVault, VaultRefused } from "#shared/ports/vault.ts";

/** The partitions that this store owns, and that of refusals, as roles name them: `*` stands for any characters. */
export const fileMakerSessionPartitions = ["session#*"];
/** Sessions of an account, in the index. */
export const fileMakerSessionsOfAccountPartitions = ["sessions-of#*"];
/** What roles call the tokens of sessions. */
export const fileMakerSessionSecrets = "filemaker-session";

/** A FileMaker session's place in the table, or a place for one. */
const SlotFields = z.object({
  schema: z.literal(1),
  /** Full name, in the spelling that the login used. */
  database: z.string(),
  /** Null while no session is open here. */
  sealedToken: z.string().nullable(),
  /** Milliseconds since the epoch. */
  lastUsed: z.number(),
  /** When its login was accepted. 0 for sessions of a service that did not note it. */
  openedAt: z.number().default(0),
  leaseOwner: z.string().nullable(),
  leaseUntil: z.number(),
  /** Logins refused in a row, and until when none is tried. */
  refusals: z.int(),
  refusedUntil: z.number(),
  /** How FileMaker refused the newest of them. */
  refusal: z.enum(["refused", "locked", "unavailable"]).nullable(),
});
type SlotFields = z.infer<typeof SlotFields>;

/** Which sessions may serve a call: those of one account in one file. */
export interface PoolId {
  readonly credentialId: string;
  readonly database: string;
  /** The database's name as it is compared. */
  readonly folded: string;
}

export interface Slot extends SlotFields {
  readonly number: number;
  /** The item's version. Every write names it, so that a late owner of a lease is refused. */
  readonly version: number | undefined;
  readonly token: string | undefined;
}

/** FileMaker drops a session after 15 idle minutes; we stop using it a minute before (R5.1). */
export const idleLifeMs = 14 * 60_000;
const keptMs = 30 * 60_000;
/** Many instances share a session: a use is noted when the newest note is older. Too old a note only makes a session look more idle than it is. */
const notedAnewMs = 30_000;

/** Pooled sessions on the Table port. `origin` keeps sessions of one server apart from those of the next. */
export function sessionStore(table: Table, vault: SealingVault, origin: string) {
  const keyOf = (pool: PoolId, number: number): Key => ({
    pk: `session#${origin}#${pool.credentialId}#${pool.folded}`,
    sk: `slot-${number}`,
  });
  const indexPartition = (credentialId: string) => `sessions-of#${origin}#${credentialId}`;
  const indexOf = (pool: PoolId, number: number): Key => ({
    pk: indexPartition(pool.credentialId),
    sk: `${pool.folded}#${number}`,
  });
  const context = (key: Key) => ({
    kind: fileMakerSessionSecrets,
    item: `${key.pk}|${key.sk}`,
    field: "sealedToken",
  });

  const slotOf = async (key: Key, number: number, item: Item): Promise<Slot> => {
    const fields = SlotFields.parse(item.fields);
    const token = fields.sealedToken === null ? undefined : await opened(fields.sealedToken, key);
    return { ...fields, number, token, version: item.version };
  };

  const opened = async (sealedToken: string, key: Key): Promise<string | undefined> => {
    try {
      return await vault.open(sealedToken, context(key));
    } catch (thrown) {
      // Sealed under a master key that is gone: a session that cannot be used any more is as good as none.
      if (thrown instanceof VaultRefused) return undefined;
      throw thrown;
    }
  };

  const indexedSlot = async (credentialId: string, item: Item) => {
    const [folded, number] = splitLast(item.index?.sk ?? "");
    const slot = await slotOf(item, Number(number), item);
    return { pool: { credentialId, folded, database: slot.database }, slot };
  };

  const read = async (pool: PoolId, number: number): Promise<Slot> => {
    const key = keyOf(pool, number);
    const item = await table.get(key);
    return item === undefined ? emptySlot(pool, number) : slotOf(key, number, item);
  };

  /** @throws ConditionFailed when the slot was written since it was read */
  const write = async (
    pool: PoolId,
    slot: Slot,
    change: Partial<SlotFields> & { readonly token?: string | undefined },
  ): Promise<Slot> => {
    const key = keyOf(pool, slot.number);
    const { token, number, version, ...fields } = { ...slot, ...change };
    const sealedToken =
      token === undefined
        ? null
        : token === slot.token && slot.sealedToken
          ? slot.sealedToken
          : await vault.seal(token, context(key));
    const item = await table.put(
      {
        ...key,
        index: indexOf(pool, number),
        fields: { ...fields, sealedToken },
        expiresAt: Math.ceil((Math.max(fields.lastUsed, fields.refusedUntil, fields.leaseUntil) + keptMs) / 1000),
      },
      version === undefined ? "absent" : { version },
    );
    return { ...fields, sealedToken, token, number, version: item.version };
  };

  return {
    read,
    write,

    /**
     * Notes a use, so that others see the session alive. A slot that holds another session, or is leased for one, is left alone, and so is
     * one that another instance has just noted a use in.
     * @throws ConditionFailed when the slot was written at the same moment
     */
    async touch(pool: PoolId, number: number, token: string, lastUsed: number): Promise<void> {
      const { token: stored, version, lastUsed: noted } = await read(pool, number);
      if (stored !== token || version === undefined || lastUsed - noted < notedAnewMs) return;
      const change = { set: { lastUsed }, expiresAt: Math.ceil((lastUsed + keptMs) / 1000) };
      await table.update(keyOf(pool, number), change, { version });
    },

    /**
     * Takes the session and a refusal out of a slot. The item stays until it expires: deleted and made again, its versions would begin
     * at one, and a late writer could not be distinguished from the right one.
     * @throws ConditionFailed when the slot was written since it was read
     */
    async clear(pool: PoolId, slot: Slot): Promise<void> {
      if (slot.token === undefined && slot.refusal === null) return;
      const lastUsed = Math.max(slot.lastUsed, slot.refusedUntil); // Decides when the item expires.
      await write(pool, slot, { token: undefined, lastUsed, refusals: 0, refusedUntil: 0, refusal: null });
    },

    /** Every slot of an account, whatever the file. */
    async ofCredential(credentialId: string): Promise<readonly { readonly pool: PoolId; readonly slot: Slot }[]> {
      const items = await Array.fromAsync(allItems(table, { pk: indexPartition(credentialId), index: true }));
      return Promise.all(items.map((item) => indexedSlot(credentialId, item)));
    },
  };
}

export type SessionStore = ReturnType<typeof sessionStore>;

/** A slot that was never used, or whose item cannot be reached. */
export function emptySlot(pool: PoolId, number: number): Slot {
  return {
    schema: 1,
    database: pool.database,
    sealedToken: null,
    token: undefined,
    lastUsed: 0,
    openedAt: 0,
    leaseOwner: null,
    leaseUntil: 0,
    refusals: 0,
    refusedUntil: 0,
    refusal: null,
    number,
    version: undefined,
  };
}

function splitLast(text: string): [string, string] {
  const index = text.lastIndexOf("#");
  return [text.slice(0, index), text.slice(index + 1)];
}
