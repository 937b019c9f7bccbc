import * as z from "zod";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";

/** Transfer of bytes from the host to the store, with the upload that it continues. */
export const TransferRecord = z.object({
  schema: z.literal(1),
  /** Id under which the agent continues the transfer. */
  id: z.uuid(),
  name: z.string(),
  uploadId: z.string(),
  sizeBytes: z.int(),
  partBytes: z.int(),
  /** Version of the content. */
  tag: z.string(),
  /** Plan of the agent for a zip. */
  plan: z.uuid().nullable(),
  isComplete: z.boolean(),
  /** Milliseconds since the epoch. */
  expiresAt: z.int(),
});
export type TransferRecord = Readonly<z.infer<typeof TransferRecord>>;

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const transferPartitions = ["host-transfer#*"];

const keyOf = (content: string) => ({ pk: `host-transfer#${content}`, sk: "transfer" });

/** Stores transfers on the Table port: an item for each content, which expires with its bytes. */
export function transferStore(table: Pick<Table, "get" | "put" | "delete">) {
  const itemOf = (content: string, record: TransferRecord) => ({
    ...keyOf(content),
    fields: record,
    expiresAt: Math.floor(record.expiresAt / 1_000),
  });

  return {
    async get(content: string): Promise<{ record: TransferRecord; version: number } | undefined> {
      const item = await table.get(keyOf(content));
      return item && { record: TransferRecord.parse(item.fields), version: item.version };
    },

    /** Returns false if there is a transfer of this content. */
    create: (content: string, record: TransferRecord): Promise<boolean> =>
      unlessConflict(table.put(itemOf(content, record), "absent")),

    /** Returns false if another call has changed it. */
    change: (content: string, record: TransferRecord, version: number): Promise<boolean> =>
      unlessConflict(table.put(itemOf(content, record), { version })),

    /** Returns false if another call has changed it. */
    remove: (content: string, version: number): Promise<boolean> =>
      unlessConflict(table.delete(keyOf(content), { version })),
  };
}

export type TransferStore = ReturnType<typeof transferStore>;

async function unlessConflict(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (thrown) {
    if (thrown instanceof ConditionFailed) return false;
    throw thrown;
  }
}
