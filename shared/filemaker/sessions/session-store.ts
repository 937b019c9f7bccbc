import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { allItems } from "#shared/ports/all-items.ts";
import type { Item, Key, Table } from "#shared/ports/table.ts";
import { type SealingVault, VaultRefused } from "#shared/ports/vault.ts";

/** Partitions that this store and that of refusals own, as roles name them. `*` matches any characters. */
export const fileMakerSessionPartitions = ["session#*"];
/** Partition of an account's sessions in the index. */
export const fileMakerSessionsOfAccountPartitions = ["sessions-of#*"];
/** Name that roles use for the sealed tokens of sessions. */
export const fileMakerSessionSecrets = "filemaker-session";

/** Slot for a FileMaker session in the table. */
const SlotFields = storedRecord("filemaker/sessions/slot", 1, {
  /** Full name, in the spelling of the login. */
  database: z.string(),
  /** Null if no session is open here. */
  sealedToken: z.string().nullable(),
  /** Milliseconds since the epoch. */
  lastUsed: z.number(),
  /** Time when its login was accepted. 0 for sessions from versions that didn't record it. */
  openedAt: z.number().default(0),
  leaseOwner: z.string().nullable(),
  leaseUntil: z.number(),
  /** Number of consecutive refused logins, and the time until which none is tried. */
  refusals: z.int(),
  refusedUntil: z.number(),
  /** Outcome of the last refused login. */
  refusal: z.enum(["refused", "locked", "unavailable"]).nullable(),
});
type SlotFields = z.infer<typeof SlotFields>;

/** Identifies the sessions that can serve a call: those of one account in one file. */
export interface PoolId {
  readonly credentialId: string;
  readonly database: string;
  /** Normalized database name. */
  readonly folded: string;
}

export interface Slot extends SlotFields {
  readonly number: number;
  /** Version of the item. Every write requires it, so that a former owner of the lease is refused. */
  readonly version: number | undefined;
  readonly token: string | undefined;
}

/** FileMaker drops a session after 15 idle minutes; we stop using it a minute before. Milliseconds. */
export const idleLifeMs = 14 * 60_000;
const keptMs = 30 * 60_000;
/**
 * Minimum age of a recorded use before a new one is written, because many instances share a session. An old record only makes a session
 * look more idle than it is. Milliseconds.
 */
const notedAnewMs = 30_000;

/** Stores pooled sessions on the Table port. `origin` separates the sessions of different servers. */
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
      // Sealed with a master key that no longer exists: a session that can't be used counts as none.
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

  /** Writes a slot. @throws ConditionFailed if it was written since it was read */
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
     * Records a use, so that others see that the session is alive. Doesn't change a slot that holds another session, is leased for one,
     * or has a recent use of another instance.
     * @throws ConditionFailed if the slot was written at the same time
     */
    async touch(pool: PoolId, number: number, token: string, lastUsed: number): Promise<void> {
      const { token: stored, version, lastUsed: noted } = await read(pool, number);
      if (stored !== token || version === undefined || lastUsed - noted < notedAnewMs) return;
      const change = { set: { lastUsed }, expiresAt: Math.ceil((lastUsed + keptMs) / 1000) };
      await table.update(keyOf(pool, number), change, { version });
    },

    /**
     * Removes the session and the refusal from a slot. The item stays until it expires: if it were deleted and created again, its
     * version would restart at one, and a late writer couldn't be detected.
     * @throws ConditionFailed if the slot was written since it was read
     */
    async clear(pool: PoolId, slot: Slot): Promise<void> {
      if (slot.token === undefined && slot.refusal === null) return;
      const lastUsed = Math.max(slot.lastUsed, slot.refusedUntil); // Determines the item's expiry.
      await write(pool, slot, { token: undefined, lastUsed, refusals: 0, refusedUntil: 0, refusal: null });
    },

    /** Returns all slots of an account in all files. */
    async ofCredential(credentialId: string): Promise<readonly { readonly pool: PoolId; readonly slot: Slot }[]> {
      const items = await Array.fromAsync(allItems(table, { pk: indexPartition(credentialId), index: true }));
      return Promise.all(items.map((item) => indexedSlot(credentialId, item)));
    },
  };
}

export type SessionStore = ReturnType<typeof sessionStore>;

/** Returns a slot that was never used, or whose item isn't available. */
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
