import * as z from "zod";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";

/** The partition that this store owns. */
export const metricsTokenPartitions = ["metrics-token"];

/** What is kept of the metrics token: enough to know it again. Milliseconds since the epoch. */
const MetricsTokenRecord = z.object({
  schema: z.literal(1),
  /** HMAC id of the value. */
  secretId: z.string(),
  hint: z.string(),
  createdAt: z.number(),
  createdBy: z.string(),
});
export type MetricsTokenRecord = z.infer<typeof MetricsTokenRecord>;

const key = { pk: "metrics-token", sk: "current" };

/** The one metrics token on the Table port. */
export function metricsTokenStore(table: Pick<Table, "get" | "put" | "delete">) {
  return {
    async get(): Promise<MetricsTokenRecord | undefined> {
      const item = await table.get(key);
      return item && MetricsTokenRecord.parse(item.fields);
    },
    async put(record: MetricsTokenRecord): Promise<void> {
      await table.put({ ...key, fields: record });
    },
    /** Whether there was one. */
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
