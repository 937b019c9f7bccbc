import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import type { Table } from "#shared/ports/table.ts";

/** Partition that this store owns. */
export const statisticsStatePartitions = ["statistics"];

/** Desired settings for FileMaker Server's statistics. */
const StatisticsSettings = storedRecord("usage/statistics/statistics-settings", 1, {
  server: z.boolean(),
  topCalls: z.boolean(),
});
export type StatisticsSettings = z.infer<typeof StatisticsSettings>;

/** Last attempt to enable a log. `failure` is a text, `error` the name of the error. */
const Attempt = z.object({ at: z.number(), failure: z.string().nullable(), error: z.string().optional() });
export type Attempt = z.infer<typeof Attempt>;

/** Process of the Database Server, when it was first seen, and whether statistics were enabled since. */
const Started = z.object({ process: z.string(), seenAt: z.number(), isDone: z.boolean() });
export type Started = z.infer<typeof Started>;

/** Progress of reading statistics. Times are in milliseconds since the epoch. */
const StatisticsProgress = storedRecord("usage/statistics/statistics-progress", 1, {
  readTo: z.number(),
  lastServerLine: z.number().nullable(),
  lastTopCallLine: z.number().nullable(),
  serverAttempt: Attempt.nullable(),
  topCallsAttempt: Attempt.nullable(),
  started: Started.nullish(),
});
export type StatisticsProgress = z.infer<typeof StatisticsProgress>;

const settingsKey = { pk: "statistics", sk: "settings" };
const progressKey = { pk: "statistics", sk: "progress" };

/** Stores settings and progress of statistics on the Table port. Each has a single writer. */
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
