import { allItems } from "#shared/ports/all-items.ts";
import type { Item, NewItem, Table } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { UploadRecord } from "./record.ts";

/** Upload with the version that a conditional update requires. */
export interface StoredUpload {
  readonly record: UploadRecord;
  readonly version: number;
}

type UploadRef = Pick<UploadRecord, "keyId" | "id">;

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const uploadPartitions = ["uploads#*"];

const partition = (keyId: number) => `uploads#${keyId}`;
const uploadKey = ({ keyId, id }: UploadRef) => ({ pk: partition(keyId), sk: `upload#${id}` });
const gateKey = (keyId: number) => ({ pk: partition(keyId), sk: "gate" });
const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);

/** Stores uploads on the Table port: a partition per key, ordered by time, and a lock that admits one new upload at a time. */
export function uploadStore(table: Table) {
  const living = (keyId: number): Promise<readonly UploadRecord[]> =>
    Array.fromAsync(allItems(table, { pk: partition(keyId), prefix: "upload#" }), (item) => recordIn(item).record);

  return {
    /** Stores a new upload if `admit` doesn't throw for the key's other uploads. Concurrent uploads are admitted one by one. */
    async create(record: UploadRecord, admit: (living: readonly UploadRecord[]) => void): Promise<void> {
      const { keyId, expiresAt } = record;
      return retryOnConflict(async () => {
        const gate = await table.get(gateKey(keyId));
        admit(await living(keyId));
        const nextGate = { ...gateKey(keyId), fields: { schema: 1 }, expiresAt: seconds(expiresAt) };
        await table.transact([
          { put: itemOf(record), condition: "absent" },
          { put: nextGate, condition: gate === undefined ? "absent" : { version: gate.version } },
        ]);
        return;
      });
    },

    async get(ref: UploadRef): Promise<StoredUpload | undefined> {
      const item = await table.get(uploadKey(ref));
      return item && recordIn(item);
    },

    /** @throws CursorRefused */
    async list(keyId: number, { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number }) {
      const from = cursor !== undefined && { cursor };
      const query = { pk: partition(keyId), prefix: "upload#", limit, ...from };
      const page = await table.query(query);
      return { records: page.items.map((item) => recordIn(item).record), cursor: page.cursor ?? null };
    },

    /** @throws ConditionFailed if it was changed or deleted since */
    async replace(record: UploadRecord, version: number): Promise<StoredUpload> {
      return recordIn(await table.put(itemOf(record), { version }));
    },

    /** @throws ConditionFailed if it was changed or deleted since */
    async delete(ref: UploadRef, version: number): Promise<void> {
      await table.delete(uploadKey(ref), { version });
    },
  };
}

export type UploadStore = ReturnType<typeof uploadStore>;

function recordIn({ fields, version }: Item): StoredUpload {
  return { record: UploadRecord.parse(fields), version };
}

function itemOf(record: UploadRecord): NewItem {
  return { ...uploadKey(record), fields: record, expiresAt: seconds(record.expiresAt) };
}
