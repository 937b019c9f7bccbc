import { memoized } from "../memoized.ts";
import { type ConsumerPlatform, jobConsumer } from "./consumer-wiring.ts";
import { sweepWork } from "./sweep-wiring.ts";

/** Handles queue messages and a sweep once a minute, on AWS and on one machine. */
export const handler = memoized((platform: ConsumerPlatform) => ({
  consume: jobConsumer(platform),
  sweep: () => sweepWork(platform),
}));
