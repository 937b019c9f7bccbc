import { memoized } from "../memoized.ts";
import { type ConsumerPlatform, jobConsumer } from "./consumer-wiring.ts";
import { sweepWork } from "./sweep-wiring.ts";

/** What the queue feeds, and what a clock calls once a minute: for both ways of running. */
export const handler = memoized((platform: ConsumerPlatform) => ({
  consume: jobConsumer(platform),
  sweep: () => sweepWork(platform),
}));
