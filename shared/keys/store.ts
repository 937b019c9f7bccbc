import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { allItems } from "#shared/ports/all-items.ts";
import type { Item, NewItem, Table, Write } from "#shared/ports/table.ts";
import { type AdminKeyRecord, type DataKeyRecord, type KeyRecords, recordIn } from "./record.ts";

/** A record with the version that a conditional change has to name. */
export interface Stored<R> {
  readonly record: R;
  readonly version: number;
}

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const keyPartitions = ["keys#data", "keys#admin", "key#*", "key-changes", "counter"];
/** What says whether Data API Keys have changed. */
export const keyChangePartitions = ["key-changes"];
/** What finding a key reads: what leads from its value to it, and the keys of its kind. */
export const keyLookupPartitions = {
  data: ["key#*", "keys#data"],
  admin: ["key#*", "keys#admin"],
} as const satisfies Record<KeyKind, readonly string[]>;
/** Keys of an account, in the index. */
export const keysOfAccountPartitions = ["credential#*"];

const counterKey = (kind: KeyKind) => ({ pk: "counter", sk: `keys#${kind}` });
const recordKey = (kind: KeyKind, id: number) => ({ pk: `keys#${kind}`, sk: String(id).padStart(16, "0") });
/** Where changes of Data API Keys are counted: in several items, so that those who change keys at the same time rarely meet. */
const changesKey = (id: number) => ({ pk: "key-changes", sk: String(id % 16) });
const pointerKey = (secretId: string) => ({ pk: `key#${secretId}`, sk: "pointer" });
const credentialPartition = (credentialId: string) => `credential#${credentialId}`;

/** What roles call the passwords of the accounts behind each kind of key. */
export const keySecrets = { data: "data-key", admin: "admin-key" } as const satisfies Record<KeyKind, string>;

/** What a sealed password is bound to: it opens nowhere but in this item and field. */
export const passContext = (kind: KeyKind, id: number) => ({
  kind: keySecrets[kind],
  item: Object.values(recordKey(kind, id)).join("|"),
  field: "sealedPass",
});

/**
 * Keys on the Table port: one record per key in a partition per kind, in order of their ids, and one pointer per key value,
 * found by its HMAC id. Record and pointer come and go in one transaction.
 */
export function keyStore(table: Table) {
  const read = <K extends KeyKind>(kind: K, item: Item | undefined): Stored<KeyRecords[K]> | undefined =>
    item && { record: recordIn(kind, item.fields), version: item.version };

  return {
    /** A number that no key of this kind had before. */
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

    /** The key with any of these HMAC ids. */
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

    /** A page of keys, oldest first. @throws CursorRefused */
    async list<K extends KeyKind>(kind: K, page: { readonly cursor?: string | undefined; readonly limit: number }) {
      const { pk } = recordKey(kind, 0);
      const cursor = page.cursor !== undefined && { cursor: page.cursor };
      const answer = await table.query({ pk, limit: page.limit, ...cursor });
      return { records: answer.items.map((item) => recordIn(kind, item.fields)), cursor: answer.cursor ?? null };
    },

    /** Every key, oldest first. */
    async *all<K extends KeyKind>(kind: K): AsyncGenerator<KeyRecords[K]> {
      for await (const { fields } of allItems(table, { pk: recordKey(kind, 0).pk })) yield recordIn(kind, fields);
    },

    /** Keys of one account, oldest first. */
    async byCredential<K extends KeyKind>(kind: K, credentialId: string): Promise<readonly KeyRecords[K][]> {
      const items = allItems(table, { pk: credentialPartition(credentialId), index: true });
      return Array.fromAsync(items, ({ fields }) => recordIn(kind, fields));
    },

    /** @throws ConditionFailed when the key was changed or deleted since */
    async replace<K extends KeyKind>(kind: K, record: KeyRecords[K], version: number): Promise<void> {
      await table.transact([{ put: recordItem(kind, record), condition: { version } }, ...counted(kind, record.id)]);
    },

    /** Stores a key together with a change of the one whose place it takes. @throws ConditionFailed when that was changed or deleted since */
    async createInPlace<K extends KeyKind>(kind: K, record: KeyRecords[K], old: Stored<KeyRecords[K]>): Promise<void> {
      await table.transact([
        { put: recordItem(kind, old.record), condition: { version: old.version } },
        ...newItems(kind, record),
        // One item stands in a transaction once.
        ...(changesKey(old.record.id).sk === changesKey(record.id).sk ? [] : counted(kind, old.record.id)),
      ]);
    },

    /** Notes a use. A key that was deleted in the meantime stays deleted. @throws ConditionFailed then */
    async touch(kind: KeyKind, id: number, lastUsed: number): Promise<void> {
      await table.update(recordKey(kind, id), { set: { lastUsed } }, "present");
    },

    /** @throws ConditionFailed when it is gone already */
    async delete(kind: KeyKind, { id, secretId }: { readonly id: number; readonly secretId: string }): Promise<void> {
      await table.transact([
        { delete: recordKey(kind, id), condition: "present" },
        { delete: pointerKey(secretId) },
        ...counted(kind, id),
      ]);
    },

    /** Another text once any Data API Key has been made, changed or deleted. Its last use is no change. */
    async dataKeyChanges(): Promise<string> {
      const { items } = await table.query({ pk: changesKey(0).pk });
      return JSON.stringify(items.map(({ sk, fields }) => [sk, fields.count]));
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

/** The write that says, together with others, that a Data API Key changes. */
function counted(kind: KeyKind, id: number): Write[] {
  return kind === "data" ? [{ update: changesKey(id), change: { add: { count: 1 } } }] : [];
}

function recordItem(kind: KeyKind, record: DataKeyRecord | AdminKeyRecord): NewItem {
  const key = recordKey(kind, record.id);
  return { ...key, index: { pk: credentialPartition(record.credentialId), sk: key.sk }, fields: record };
}
