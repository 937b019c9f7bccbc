import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type ConsumerPlatform, jobConsumer } from "./consumer-wiring.ts";
import { scheduledJobs } from "./wiring.ts";

/** What the queue feeds, and what a clock calls once a minute: for both ways of running. */
export const handler = memoized((platform: ConsumerPlatform & Pick<Platform, "schedules">) => ({
  consume: jobConsumer(platform),
  sweep: () => scheduledJobs(platform).sweep(),
}));
