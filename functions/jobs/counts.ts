import { usageLinePartitions, usageLineStore } from "#shared/usage/lines/line-store.ts";
import { usageSettling } from "#shared/usage/lines/settling.ts";
import { usagePartitions, usageStore } from "#shared/usage/store.ts";
import { memoized } from "../memoized.ts";
import { needs, worksInBackground } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { usageRollups } from "../wiring/figures.ts";
import { defineWorker } from "../worker.ts";

/** Counts of calls on AWS; on one machine, the process counts in memory. */
export const worker = defineWorker({
  wiring: (platform: CountsPlatform) => counts(platform),
  needs: needs(worksInBackground, {
    reads: [usageLinePartitions, usagePartitions],
    writes: [usageLinePartitions, usagePartitions],
    parts: { logLines: "read" },
  }),
});

type CountsPlatform = Pick<Platform, "table" | "clock" | "counters" | "logLines">;

/** Turns log lines into figures and rolls them up into hours and days. */
export const counts = memoized((platform: CountsPlatform) => {
  const { table, clock, logLines: log } = platform;
  const lines = usageLineStore(table);
  const { collect, sweep } = usageSettling({ lines, store: usageStore(platform.table), log, clock });
  return {
    collect,
    async sweep() {
      await sweep();
      await usageRollups(platform).sweep();
    },
  };
});
