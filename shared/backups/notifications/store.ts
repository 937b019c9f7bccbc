import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import type { Table } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";

const partition = "offsite-settings";
const key = { pk: partition, sk: "notifications" };
/** Partitions that this store owns, as roles name them. */
export const offsiteSettingPartitions = [partition];
/** Kind of secrets that this store keeps, as roles name it: addresses of destinations, and headers. */
export const offsiteSettingSecrets = "offsite-setting";

/** Vault context of the setting. It binds the setting to this item and field. */
export const settingContext = {
  kind: offsiteSettingSecrets,
  item: Object.values(key).join("|"),
  field: "sealedSetting",
};

/** Fields to re-encrypt when the master key changes. */
export const sealedOffsiteSettings: SealedItems = {
  partition,
  contexts: () => ({ sealedSetting: settingContext }),
};

const SettingRecord = storedRecord("backups/notifications/setting", 1, { sealedSetting: z.string() });

/** Stores the notifications about offsite backups on the Table port: one sealed item. */
export function offsiteSettingStore(table: Table) {
  return {
    async get(): Promise<string | undefined> {
      const item = await table.get(key);
      return item && SettingRecord.parse(item.fields).sealedSetting;
    },
    async put(sealedSetting: string): Promise<void> {
      await table.put({ ...key, fields: { schema: 1, sealedSetting } });
    },
    async delete(): Promise<void> {
      await table.delete(key);
    },
  };
}

export type OffsiteSettingStore = ReturnType<typeof offsiteSettingStore>;
