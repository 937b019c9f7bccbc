import type { Table } from "#shared/ports/table.ts";
import { DownloadRecord } from "./record.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const downloadPartitions = ["download#*"];

const downloadKey = (id: string) => ({ pk: `download#${id}`, sk: "download" });

/** Stores downloads on the Table port: an item each, which expires with its links. */
export function downloadStore(table: Pick<Table, "get" | "put">) {
  return {
    async create(record: DownloadRecord): Promise<void> {
      await table.put(
        { ...downloadKey(record.id), fields: record, expiresAt: Math.ceil(record.expiresAt / 1000) },
        "absent",
      );
    },

    async get(id: string): Promise<DownloadRecord | undefined> {
      const item = await table.get(downloadKey(id));
      return item && DownloadRecord.parse(item.fields);
    },
  };
}

export type DownloadStore = ReturnType<typeof downloadStore>;
