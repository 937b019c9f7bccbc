import { memoized } from "../memoized.ts";
import { notificationWatches, type WatchPlatform } from "../notifications/watch-wiring.ts";
import { type ConsumerPlatform, jobConsumer } from "./consumer-wiring.ts";
import { sweepWork } from "./sweep-wiring.ts";

/** What the queue feeds, and what a clock calls once a minute: for both ways of running. */
export const handler = memoized((platform: ConsumerPlatform & WatchPlatform) => ({
  consume: jobConsumer(platform),
  async sweep() {
    await Promise.all([sweepWork(platform), notificationWatches(platform).sweep()]);
  },
}));
