import { usageReader as readerOf, type UsageReader } from "#shared/usage/reader.ts";
import { usageStore } from "#shared/usage/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** Maximum delay of a minute's figures: on AWS the log takes longer. */
const lagMs = { fromMemory: 2 * 60_000, fromLog: 5 * 60_000 };

export function lagMsOf({ counters }: Pick<Platform, "counters">): number {
  return counters === undefined ? lagMs.fromLog : lagMs.fromMemory;
}

/** Reads figures. */
export const usageReader = memoized(
  (platform: Pick<Platform, "table" | "counters">): UsageReader =>
    readerOf({
      store: usageRecords(platform),
      lagMs: lagMsOf(platform),
    }),
);

/** Reads FileMaker Server's statistics. */
export const statisticsReader = memoized(
  (platform: Pick<Platform, "table">): UsageReader =>
    readerOf({ store: statisticsFigures(platform), lagMs: lagMs.fromMemory }),
);

/** Stored figures of FileMaker Server's statistics. */
export const statisticsFigures = memoized(({ table }: Pick<Platform, "table">) => usageStore(table, "statistics"));

/** Stored figures. */
export const usageRecords = memoized(({ table }: Pick<Platform, "table">) => usageStore(table));
