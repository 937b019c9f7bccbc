import { usageCounters as countersOf, type UsageCounters } from "#shared/usage/counters.ts";
import { usageRecorder as recorderOf, type UsageRecorder } from "#shared/usage/recorder.ts";
import { usageRollups as rollupsOf, type UsageRollups } from "#shared/usage/rollups.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { usageReader, usageRecords } from "./record-wiring.ts";

/** What this process counts, under a name of its own. */
export const usageCounters = memoized(
  ({ clock, ids }: Pick<Platform, "clock" | "ids">): UsageCounters => countersOf(ids.uuid(), clock.now()),
);

/** Writes down what this process counts. */
export const usageRecorder = memoized(
  (platform: Pick<Platform, "clock" | "ids" | "table">): UsageRecorder =>
    recorderOf({ counters: usageCounters(platform), store: usageRecords(platform), clock: platform.clock }),
);

/** How long an hour may still get figures: a process that the store did not answer writes them later. */
const lateMs = 60 * 60_000;

/** Puts figures together into hours and days. */
export const usageRollups = memoized(
  (platform: Pick<Platform, "clock" | "table" | "countsInMemory">): UsageRollups =>
    rollupsOf({ store: usageRecords(platform), reader: usageReader(platform), clock: platform.clock, lateMs }),
);
