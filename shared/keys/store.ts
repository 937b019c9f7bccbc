import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { allItems } from "#shared/ports/all-items.ts";
import type { Item, NewItem, Table, Write } from "#shared/ports/table.ts";
import { type AdminKeyRecord, type DataKeyRecord, type KeyRecords, recordIn } from "./record.ts";

/** Record with the item version for conditional writes. */
export interface Stored<R> {
  readonly record: R;
  readonly version: number;
}

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const keyPartitions = ["keys#data", "keys#admin", "key#*", "key-changes", "counter"];
/** Partitions that show whether Data API keys have changed. */
export const keyChangePartitions = ["key-changes"];
/** Partitions that a key lookup reads: the pointers from values to keys, and the keys of one kind. */
export const keyLookupPartitions = {
  data: ["key#*", "keys#data"],
  admin: ["key#*", "keys#admin"],
} as const satisfies Record<KeyKind, readonly string[]>;
/** Index partitions with the keys of an account. */
export const keysOfAccountPartitions = ["credential#*"];

const counterKey = (kind: KeyKind) => ({ pk: "counter", sk: `keys#${kind}` });
const recordKey = (kind: KeyKind, id: number) => ({ pk: `keys#${kind}`, sk: String(id).padStart(16, "0") });
/** Counts changes of Data API keys in several items, so that concurrent changes rarely conflict. */
const changesKey = (id: number) => ({ pk: "key-changes", sk: String(id % 16) });
const pointerKey = (secretId: string) => ({ pk: `key#${secretId}`, sk: "pointer" });
const credentialPartition = (credentialId: string) => `credential#${credentialId}`;

/** Names of the passwords of each kind of key in roles. */
export const keySecrets = { data: "data-key", admin: "admin-key" } as const satisfies Record<KeyKind, string>;

/** Returns the context of an encrypted password, which can only be decrypted for this item and field. */
export const passContext = (kind: KeyKind, id: number) => ({
  kind: keySecrets[kind],
  item: Object.values(recordKey(kind, id)).join("|"),
  field: "sealedPass",
});

/**
 * Stores keys on the Table port: one record per key in a partition per kind, in order of their ids, and one pointer per key value, found by
 * its HMAC id. Record and pointer are created and deleted in one transaction.
 */
export function keyStore(table: Table) {
  const read = <K extends KeyKind>(kind: K, item: Item | undefined): Stored<KeyRecords[K]> | undefined =>
    item && { record: recordIn(kind, item.fields), version: item.version };

  return {
    /** Returns a number that no key of this kind had before. */
    async nextId(kind: KeyKind): Promise<number> {
      const { fields } = await table.update(counterKey(kind), { add: { last: 1 } });
      return Number(fields.last);
    },

    async create<K extends KeyKind>(kind: K, record: KeyRecords[K]): Promise<void> {
      await table.transact(newItems(kind, record));
    },

    async byId<K extends KeyKind>(kind: K, id: number): Promise<Stored<KeyRecords[K]> | undefined> {
      return read(kind, await table.get(recordKey(kind, id)));
    },

    /** Finds the key with any of these HMAC ids. */
    async bySecret<K extends KeyKind>(
      kind: K,
      secretIds: readonly string[],
    ): Promise<Stored<KeyRecords[K]> | undefined> {
      for (const secretId of secretIds) {
        const pointer = await table.get(pointerKey(secretId));
        if (pointer?.fields.kind === kind)
          return read(kind, await table.get(recordKey(kind, Number(pointer.fields.id))));
      }
      return undefined;
    },

    /**
     * Lists a page of keys, oldest first.
     * @throws CursorRefused
     */
    async list<K extends KeyKind>(kind: K, page: { readonly cursor?: string | undefined; readonly limit: number }) {
      const { pk } = recordKey(kind, 0);
      const cursor = page.cursor !== undefined && { cursor: page.cursor };
      const answer = await table.query({ pk, limit: page.limit, ...cursor });
      return { records: answer.items.map((item) => recordIn(kind, item.fields)), cursor: answer.cursor ?? null };
    },

    /** Yields all keys, oldest first. */
    async *all<K extends KeyKind>(kind: K): AsyncGenerator<KeyRecords[K]> {
      for await (const { fields } of allItems(table, { pk: recordKey(kind, 0).pk })) yield recordIn(kind, fields);
    },

    /** Returns the keys of one account, oldest first. */
    async byCredential<K extends KeyKind>(kind: K, credentialId: string): Promise<readonly KeyRecords[K][]> {
      const items = allItems(table, { pk: credentialPartition(credentialId), index: true });
      return Array.fromAsync(items, ({ fields }) => recordIn(kind, fields));
    },

    /** @throws ConditionFailed if the key was changed or deleted since it was read */
    async replace<K extends KeyKind>(kind: K, record: KeyRecords[K], version: number): Promise<void> {
      await table.transact([{ put: recordItem(kind, record), condition: { version } }, ...counted(kind, record.id)]);
    },

    /**
     * Stores a key together with a change of the key that it replaces.
     * @throws ConditionFailed if the old key was changed or deleted since it was read
     */
    async createInPlace<K extends KeyKind>(kind: K, record: KeyRecords[K], old: Stored<KeyRecords[K]>): Promise<void> {
      await table.transact([
        { put: recordItem(kind, old.record), condition: { version: old.version } },
        ...newItems(kind, record),
        // A transaction can contain an item only once.
        ...(changesKey(old.record.id).sk === changesKey(record.id).sk ? [] : counted(kind, old.record.id)),
      ]);
    },

    /**
     * Records a use. A key that was deleted in the meantime stays deleted.
     * @throws ConditionFailed in that case
     */
    async touch(kind: KeyKind, id: number, lastUsed: number): Promise<void> {
      await table.update(recordKey(kind, id), { set: { lastUsed } }, "present");
    },

    /** @throws ConditionFailed if the key no longer exists */
    async delete(kind: KeyKind, { id, secretId }: { readonly id: number; readonly secretId: string }): Promise<void> {
      await table.transact([
        { delete: recordKey(kind, id), condition: "present" },
        { delete: pointerKey(secretId) },
        ...counted(kind, id),
      ]);
    },

    /** Returns a text that changes when any Data API key is created, changed or deleted. A use doesn't count as a change. */
    async dataKeyChanges(): Promise<string> {
      const counts = await Array.fromAsync(allItems(table, { pk: changesKey(0).pk }), ({ sk, fields }) => [
        sk,
        fields.count,
      ]);
      return JSON.stringify(counts);
    },
  };
}

export type KeyStore = ReturnType<typeof keyStore>;

function newItems(kind: KeyKind, record: DataKeyRecord | AdminKeyRecord): Write[] {
  return [
    { put: recordItem(kind, record), condition: "absent" },
    { put: { ...pointerKey(record.secretId), fields: { schema: 1, kind, id: record.id } }, condition: "absent" },
    ...counted(kind, record.id),
  ];
}

/** Returns the write that counts a change of a Data API key, for use in a transaction. */
function counted(kind: KeyKind, id: number): Write[] {
  return kind === "data" ? [{ update: changesKey(id), change: { add: { count: 1 } } }] : [];
}

function recordItem(kind: KeyKind, record: DataKeyRecord | AdminKeyRecord): NewItem {
  const key = recordKey(kind, record.id);
  return { ...key, index: { pk: credentialPartition(record.credentialId), sk: key.sk }, fields: record };
}
