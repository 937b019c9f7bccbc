import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Fields, type Key, type Table } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { LocationRecord } from "./record.ts";

const partition = "offsite-locations";
/** Partitions that this store owns, as roles name them. */
export const locationPartitions = [partition];
/** Kind of secrets that this store keeps, as roles name it. */
export const locationSecrets = "offsite-location";

const keyOf = (name: string): Key => ({ pk: partition, sk: name });

/** Returns the vault context of a location's secret. It binds the secret to this item and field. */
export const locationContext = (name: string) => ({
  kind: locationSecrets,
  item: Object.values(keyOf(name)).join("|"),
  field: "sealedSecret",
});

/** Fields to re-encrypt when the master key changes. */
export const sealedLocations: SealedItems = {
  partition,
  contexts: ({ sk }) => ({ sealedSecret: locationContext(sk) }),
};

/** Location with its version, which an update requires. */
export interface StoredLocation {
  readonly record: LocationRecord;
  readonly version: number;
}

export function locationStore(table: Table) {
  return {
    async all(): Promise<readonly LocationRecord[]> {
      const items = await Array.fromAsync(allItems(table, { pk: partition }));
      return items.map(({ fields }) => LocationRecord.parse(fields));
    },

    async get(name: string): Promise<StoredLocation | undefined> {
      const item = await table.get(keyOf(name));
      return item && { record: LocationRecord.parse(item.fields), version: item.version };
    },

    /** Returns false if the name exists. */
    async create(record: LocationRecord): Promise<boolean> {
      return isWritten(table.put({ ...keyOf(record.name), fields: record as Fields }, "absent"));
    },

    /** Returns false if another writer wrote first. */
    async replace(record: LocationRecord, version: number): Promise<boolean> {
      return isWritten(table.put({ ...keyOf(record.name), fields: record as Fields }, { version }));
    },

    async delete(name: string): Promise<void> {
      await table.delete(keyOf(name));
    },
  };
}

export type LocationStore = ReturnType<typeof locationStore>;

async function isWritten(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (thrown) {
    if (thrown instanceof ConditionFailed) return false;
    throw thrown;
  }
}
