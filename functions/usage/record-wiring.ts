import { usageReader as readerOf, type UsageReader } from "#shared/usage/reader.ts";
import { usageStore } from "#shared/usage/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** How late a minute may be written: on AWS the log takes its time. */
const lagMs = { fromMemory: 2 * 60_000, fromLog: 5 * 60_000 };

export function lagMsOf({ counters }: Pick<Platform, "counters">): number {
  return counters === undefined ? lagMs.fromLog : lagMs.fromMemory;
}

/** What reads figures. */
export const usageReader = memoized(
  (platform: Pick<Platform, "table" | "counters">): UsageReader =>
    readerOf({
      store: usageRecords(platform),
      lagMs: lagMsOf(platform),
    }),
);

/** What reads FileMaker Server's statistics. */
export const statisticsReader = memoized(
  (platform: Pick<Platform, "table">): UsageReader =>
    readerOf({ store: statisticsFigures(platform), lagMs: lagMs.fromMemory }),
);

/** FileMaker Server's statistics as they are kept. */
export const statisticsFigures = memoized(({ table }: Pick<Platform, "table">) => usageStore(table, "statistics"));

/** Figures as they are kept. */
export const usageRecords = memoized(({ table }: Pick<Platform, "table">) => usageStore(table));
