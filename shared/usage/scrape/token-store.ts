import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";

/** Partition that this store owns. */
export const metricsTokenPartitions = ["metrics-token"];

/** Stored metrics token: only enough to recognize it. Times are in milliseconds since the epoch. */
const MetricsTokenRecord = storedRecord("usage/scrape/metrics-token", 1, {
  /** HMAC id of the token value. */
  secretId: z.string(),
  hint: z.string(),
  createdAt: z.number(),
  createdBy: z.string(),
});
export type MetricsTokenRecord = z.infer<typeof MetricsTokenRecord>;

const key = { pk: "metrics-token", sk: "current" };

/** Stores the single metrics token on the Table port. */
export function metricsTokenStore(table: Pick<Table, "get" | "put" | "delete">) {
  return {
    async get(): Promise<MetricsTokenRecord | undefined> {
      const item = await table.get(key);
      return item && MetricsTokenRecord.parse(item.fields);
    },
    async put(record: MetricsTokenRecord): Promise<void> {
      await table.put({ ...key, fields: record });
    },
    /** Returns true if a token existed. */
    async delete(): Promise<boolean> {
      try {
        await table.delete(key, "present");
        return true;
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return false;
        throw thrown;
      }
    },
  };
}

export type MetricsTokenStore = ReturnType<typeof metricsTokenStore>;
