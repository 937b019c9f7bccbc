import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { allItems } from "#shared/ports/all-items.ts";
import type { Fields, Item, Table } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";

const keyPartition = "offsite-recovery-key";
const setPartition = "offsite-sets";
const keyItem = { pk: keyPartition, sk: "key" };

/** Partitions of the recovery key and of the keys of sets, as roles name them. */
export const recoveryKeyPartitions = [keyPartition];
export const dataKeyPartitions = [setPartition];
/** Kinds of secrets, as roles name them. */
export const recoveryKeySecrets = "offsite-recovery-key";
export const dataKeySecrets = "offsite-data-key";

const contextOf = (kind: string, key: { readonly pk: string; readonly sk: string }) => ({
  kind,
  item: `${key.pk}|${key.sk}`,
  field: "sealedKey",
});
const dataKeyItem = (set: string, id: string) => ({ pk: setPartition, sk: `${set}#${id}` });

/** Vault context of the recovery key. It binds the key to its item. */
export const recoveryKeyContext = contextOf(recoveryKeySecrets, keyItem);
/** Returns the vault context of a key of a set. */
export const dataKeyContext = (set: string, id: string) => contextOf(dataKeySecrets, dataKeyItem(set, id));

/** Fields to re-encrypt when the master key changes. */
export const sealedRecoveryKeys: readonly SealedItems[] = [
  { partition: keyPartition, contexts: () => ({ sealedKey: recoveryKeyContext }) },
  { partition: setPartition, contexts: (item) => ({ sealedKey: contextOf(dataKeySecrets, item) }) },
];

export const RecoveryKeyRecord = storedRecord("backups/recovery/recovery-key", 1, {
  id: z.string(),
  sealedKey: z.string(),
  createdAt: z.number(),
  createdBy: z.string(),
  /** Numbers of the groups to enter, starting with 1. */
  asked: z.array(z.int()),
  confirmedAt: z.number().nullable(),
  confirmedBy: z.string().nullable(),
});
export type RecoveryKeyRecord = Readonly<z.infer<typeof RecoveryKeyRecord>>;

/** Key of a set, and its object in the store, which is encrypted with the recovery key. Bytes are in base64. */
const DataKeyRecord = storedRecord("backups/recovery/data-key", 1, {
  set: z.string(),
  id: z.string(),
  sealedKey: z.string(),
  createdAt: z.number(),
  object: z.object({ name: z.string(), bytes: z.string() }),
});
export type DataKeyRecord = Readonly<z.infer<typeof DataKeyRecord>>;

export type StoredRecoveryKey = { readonly record: RecoveryKeyRecord; readonly version: number };

/** Stores the recovery key and the keys of sets on the Table port. */
export function recoveryStore(table: Table) {
  const dataKeyIn = ({ fields }: Item): DataKeyRecord => DataKeyRecord.parse(fields);
  return {
    async key(): Promise<StoredRecoveryKey | undefined> {
      const item = await table.get(keyItem);
      return item && { record: RecoveryKeyRecord.parse(item.fields), version: item.version };
    },

    /**
     * Replaces the recovery key and the keys of sets encrypted with it, all or nothing. `version`: version of the previous key.
     * @throws ConditionFailed
     */
    async replaceKey(
      record: RecoveryKeyRecord,
      version: number | undefined,
      dataKeys: readonly DataKeyRecord[],
    ): Promise<void> {
      await table.transact([
        { put: { ...keyItem, fields: record as Fields }, condition: version === undefined ? "absent" : { version } },
        ...dataKeys.map((dataKey) => ({
          put: { ...dataKeyItem(dataKey.set, dataKey.id), fields: dataKey as Fields },
        })),
      ]);
    },

    /**
     * Adds a key to a set if the recovery key hasn't changed since the key was encrypted. Writes the recovery key again unchanged, so that
     * a concurrent replacement conflicts.
     * @throws ConditionFailed
     */
    async addDataKey(record: DataKeyRecord, { record: key, version }: StoredRecoveryKey): Promise<void> {
      await table.transact([
        { put: { ...keyItem, fields: key as Fields }, condition: { version } },
        { put: { ...dataKeyItem(record.set, record.id), fields: record as Fields }, condition: "absent" },
      ]);
    },

    /** Returns the keys of a set, newest first. */
    async dataKeys(set: string): Promise<readonly DataKeyRecord[]> {
      const records = await Array.fromAsync(allItems(table, { pk: setPartition, prefix: `${set}#` }), dataKeyIn);
      return records.sort((one, other) => other.createdAt - one.createdAt);
    },

    allDataKeys: (): Promise<readonly DataKeyRecord[]> =>
      Array.fromAsync(allItems(table, { pk: setPartition }), dataKeyIn),
  };
}

export type RecoveryStore = ReturnType<typeof recoveryStore>;
