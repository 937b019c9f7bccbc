import { usageReader } from "#shared/usage/reader.ts";
import { usageService } from "#shared/usage/service.ts";
import { usageStore } from "#shared/usage/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** How late a minute may be written: on AWS the log takes its time. */
const lagMs = { here: 2 * 60_000, byLog: 5 * 60_000 };

/** The usage resource. */
export const usage = memoized((platform: Pick<Platform, "table" | "clock" | "countsInMemory">) => {
  const { clock, countsInMemory } = platform;
  const reader = usageReader({ store: usageRecords(platform), lagMs: countsInMemory ? lagMs.here : lagMs.byLog });
  return usageService({ reader, clock });
});

/** Figures as they are kept. */
export const usageRecords = memoized(({ table }: Pick<Platform, "table">) => usageStore(table));
