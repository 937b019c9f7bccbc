import * as z from "zod";
import type { Table } from "#shared/ports/table.ts";

/** The partition that this store owns. */
export const statisticsStatePartitions = ["statistics"];

/** What is wanted of FileMaker Server's statistics. */
const StatisticsSettings = z.object({ schema: z.literal(1), server: z.boolean(), topCalls: z.boolean() });
export type StatisticsSettings = z.infer<typeof StatisticsSettings>;

/** When a log was last switched on because it was silent, and why that failed. */
const Attempt = z.object({ at: z.number(), failure: z.string().nullable() });
export type Attempt = z.infer<typeof Attempt>;

/** How far statistics are read. Moments are milliseconds since the epoch. */
const StatisticsProgress = z.object({
  schema: z.literal(1),
  readTo: z.number(),
  lastServerLine: z.number().nullable(),
  lastTopCallLine: z.number().nullable(),
  serverAttempt: Attempt.nullable(),
  topCallsAttempt: Attempt.nullable(),
});
export type StatisticsProgress = z.infer<typeof StatisticsProgress>;

const settingsKey = { pk: "statistics", sk: "settings" };
const progressKey = { pk: "statistics", sk: "progress" };

/** What is wanted of statistics, and how far they are read, on the Table port: each has one writer. */
export function statisticsStore(table: Pick<Table, "get" | "put">) {
  return {
    async settings(): Promise<StatisticsSettings> {
      const item = await table.get(settingsKey);
      return item === undefined ? { schema: 1, server: false, topCalls: false } : StatisticsSettings.parse(item.fields);
    },
    async keepSettings(settings: StatisticsSettings): Promise<void> {
      await table.put({ ...settingsKey, fields: settings });
    },
    async progress(): Promise<StatisticsProgress | undefined> {
      const item = await table.get(progressKey);
      return item && StatisticsProgress.parse(item.fields);
    },
    async keepProgress(progress: StatisticsProgress): Promise<void> {
      await table.put({ ...progressKey, fields: progress });
    },
  };
}

export type StatisticsStore = ReturnType<typeof statisticsStore>;
