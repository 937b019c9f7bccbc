import { usageCounters as countersOf, type UsageCounters } from "#shared/usage/counters.ts";
import { usageRecorder as recorderOf, type UsageRecorder } from "#shared/usage/recorder.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { usageRecords } from "./wiring.ts";

/** What this process counts, under a name of its own. */
export const usageCounters = memoized(
  ({ clock, ids }: Pick<Platform, "clock" | "ids">): UsageCounters => countersOf(ids.uuid(), clock.now()),
);

/** Writes down what this process counts. */
export const usageRecorder = memoized(
  (platform: Pick<Platform, "clock" | "ids" | "table">): UsageRecorder =>
    recorderOf({ counters: usageCounters(platform), store: usageRecords(platform), clock: platform.clock }),
);
