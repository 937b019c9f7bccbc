import { memoized } from "../memoized.ts";
import { jobConsumer } from "./consumer-wiring.ts";
import { type SweepPlatform, sweepEachMinute } from "./sweep-wiring.ts";

/** What the queue feeds, and what a clock calls once a minute: for both ways of running. */
export const handler = memoized((platform: SweepPlatform) => ({
  consume: jobConsumer(platform),
  sweep: () => sweepEachMinute(platform),
}));
