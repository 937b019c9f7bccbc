import { usageLineStore } from "#shared/usage/lines/line-store.ts";
import { usageSettling } from "#shared/usage/lines/settling.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { usageRollups } from "../usage/count-wiring.ts";
import { usageRecords } from "../usage/record-wiring.ts";

export type CountsPlatform = Pick<Platform, "table" | "clock" | "counters" | "logLines">;

/** Turns log lines into figures and rolls them up into hours and days. */
export const counts = memoized((platform: CountsPlatform) => {
  const { table, clock, logLines: log } = platform;
  const lines = usageLineStore(table);
  const { collect, sweep } = usageSettling({ lines, store: usageRecords(platform), log, clock });
  return {
    collect,
    async sweep() {
      await sweep();
      await usageRollups(platform).sweep();
    },
  };
});
