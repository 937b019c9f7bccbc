import { usageReader as readerOf, type UsageReader } from "#shared/usage/reader.ts";
import { usageService } from "#shared/usage/service.ts";
import { usageStore } from "#shared/usage/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** How late a minute may be written: on AWS the log takes its time. */
const lagMs = { fromMemory: 2 * 60_000, fromLog: 5 * 60_000 };

type UsagePlatform = Pick<Platform, "table" | "clock" | "countsInMemory">;

/** The usage resource. */
export const usage = memoized((platform: UsagePlatform) =>
  usageService({ reader: usageReader(platform), clock: platform.clock }),
);

/** What reads figures. */
export const usageReader = memoized(
  (platform: UsagePlatform): UsageReader =>
    readerOf({
      store: usageRecords(platform),
      lagMs: platform.countsInMemory ? lagMs.fromMemory : lagMs.fromLog,
    }),
);

/** Figures as they are kept. */
export const usageRecords = memoized(({ table }: Pick<Platform, "table">) => usageStore(table));
