import { usageRecorder as recorderOf, type UsageRecorder } from "#shared/usage/recorder.ts";
import { usageRollups as rollupsOf, type UsageRollups } from "#shared/usage/rollups.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { usageReader, usageRecords } from "./record-wiring.ts";

/** Stores the in-memory counts of this process. */
export const usageRecorder = memoized(
  ({ counters, ...platform }: Pick<Platform, "clock" | "counters" | "table">): UsageRecorder =>
    counters === undefined
      ? { flush: async () => undefined, close: async () => undefined }
      : recorderOf({ counters, store: usageRecords(platform), clock: platform.clock }),
);

/** Milliseconds during which an hour can still get figures: a process may write late if the store was unavailable. */
const lateMs = 60 * 60_000;

/** Rolls figures up into hours and days. */
export const usageRollups = memoized(
  (platform: Pick<Platform, "clock" | "table" | "counters">): UsageRollups =>
    rollupsOf({ store: usageRecords(platform), reader: usageReader(platform), clock: platform.clock, lateMs }),
);
