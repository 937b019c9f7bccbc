import * as z from "zod";
import { allItems } from "#shared/ports/all-items.ts";
import type { Fields, Item, Table } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/rewrap/sealed-items.ts";

const keyPartition = "offsite-recovery-key";
const setPartition = "offsite-sets";
const keyItem = { pk: keyPartition, sk: "key" };

/** The partitions of the recovery key, and of the keys of sets, as roles name them. */
export const recoveryKeyPartitions = [keyPartition];
export const dataKeyPartitions = [setPartition];
/** The kinds of secrets, as roles name them. */
export const recoveryKeySecrets = "offsite-recovery-key";
export const dataKeySecrets = "offsite-data-key";

const contextOf = (kind: string, key: { readonly pk: string; readonly sk: string }) => ({
  kind,
  item: `${key.pk}|${key.sk}`,
  field: "sealedKey",
});
const dataKeyItem = (set: string, id: string) => ({ pk: setPartition, sk: `${set}#${id}` });

/** What the recovery key is bound to: it opens nowhere but in its item. */
export const recoveryKeyContext = contextOf(recoveryKeySecrets, keyItem);
/** What a key of a set is bound to. */
export const dataKeyContext = (set: string, id: string) => contextOf(dataKeySecrets, dataKeyItem(set, id));

/** Sealed again when the master key changes. */
export const sealedRecoveryKeys: readonly SealedItems[] = [
  { partition: keyPartition, contexts: () => ({ sealedKey: recoveryKeyContext }) },
  { partition: setPartition, contexts: (item) => ({ sealedKey: contextOf(dataKeySecrets, item) }) },
];

export const RecoveryKeyRecord = z.object({
  schema: z.literal(1),
  id: z.string(),
  sealedKey: z.string(),
  createdAt: z.number(),
  createdBy: z.string(),
  /** The numbers of the groups that are to be typed, from 1. */
  asked: z.array(z.int()),
  confirmedAt: z.number().nullable(),
  confirmedBy: z.string().nullable(),
});
export type RecoveryKeyRecord = Readonly<z.infer<typeof RecoveryKeyRecord>>;

/** A key of a set, and the object in which it lies there under the recovery key. Bytes are in base64. */
const DataKeyRecord = z.object({
  schema: z.literal(1),
  set: z.string(),
  id: z.string(),
  sealedKey: z.string(),
  createdAt: z.number(),
  object: z.object({ name: z.string(), bytes: z.string() }),
});
export type DataKeyRecord = Readonly<z.infer<typeof DataKeyRecord>>;

export type StoredRecoveryKey = { readonly record: RecoveryKeyRecord; readonly version: number };

/** The recovery key and the keys of sets on the Table port. */
export function recoveryStore(table: Table) {
  const dataKeyIn = ({ fields }: Item): DataKeyRecord => DataKeyRecord.parse(fields);
  return {
    async key(): Promise<StoredRecoveryKey | undefined> {
      const item = await table.get(keyItem);
      return item && { record: RecoveryKeyRecord.parse(item.fields), version: item.version };
    },

    /** All of it or nothing: the key, and the keys of sets sealed under it. `version`: of the key before. @throws ConditionFailed */
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
     * Adds a key to a set, where the recovery key is still the one that it is sealed under: that is written again as it is, so that of this and
     * a replacement at the same moment one is refused. @throws ConditionFailed
     */
    async addDataKey(record: DataKeyRecord, { record: key, version }: StoredRecoveryKey): Promise<void> {
      await table.transact([
        { put: { ...keyItem, fields: key as Fields }, condition: { version } },
        { put: { ...dataKeyItem(record.set, record.id), fields: record as Fields }, condition: "absent" },
      ]);
    },

    /** The keys of a set, the newest first. */
    async dataKeys(set: string): Promise<readonly DataKeyRecord[]> {
      const records = await Array.fromAsync(allItems(table, { pk: setPartition, prefix: `${set}#` }), dataKeyIn);
      return records.sort((one, other) => other.createdAt - one.createdAt);
    },

    allDataKeys: (): Promise<readonly DataKeyRecord[]> =>
      Array.fromAsync(allItems(table, { pk: setPartition }), dataKeyIn),
  };
}

export type RecoveryStore = ReturnType<typeof recoveryStore>;
