import { setImmediate as nextTurn } from "node:timers/promises";
import { attempts } from "../functions/deliveries/attempts.ts";
import { rewrapSecrets } from "../functions/jobs/kinds.ts";
import { jobConsumer } from "../functions/jobs/queue.ts";
import type { Platform } from "../functions/platform.ts";
import { keyAllowances } from "../functions/wiring/calls.ts";
import { usageRecorder, usageRollups } from "../functions/wiring/figures.ts";
import type { Around } from "./functions.ts";
import { consumeQueue } from "./storage/queue-consumer.ts";
import type { OpenedStores } from "./storage/stores.ts";
import { startTimers } from "./timers.ts";

/** Background work of the service. */
export interface BackgroundJobs {
  /** Starts no more timed work. */
  stopTimers(): void;
  /** Stores the remaining usage counts, once nothing more is counted. */
  closeUsage(): Promise<void>;
  /** Takes no more messages, cancels the work in progress, and resolves when it has stopped. */
  stopWork(): Promise<void>;
}

/** Consumes the queues, starts the timers, and re-encrypts secrets after master key rotation. */
export function startJobs(
  platform: Platform,
  { deliveryQueue }: Pick<OpenedStores, "deliveryQueue">,
  around: Around = (_, run) => run(),
): BackgroundJobs {
  const { queue, clock, log, background } = platform;
  const timers = startTimers(platform, around);
  const working = consumeQueue({
    queue,
    consume: jobConsumer(platform),
    around: (run) => around("jobs", run),
    clock,
    log,
  });
  const delivering = deliveryQueue.consume({
    consume: (message) => attempts(platform).consume(message),
    around: (run) => around("deliveries", run),
  });
  // Covers what was due while the service was stopped, or arrived while nothing consumed messages.
  const swept = around("deliveries", async () => {
    await attempts(platform).sweep();
  });
  background.waitUntil("search for due deliveries", swept);
  const rewrapping = new AbortController();
  const rewrapped = around("jobs", async () => {
    // SQLite answers within the same turn of the event loop: without a pause, a hundred thousand keys would block every call.
    await rewrapSecrets(platform)(rewrapping.signal, () => nextTurn());
  });
  background.waitUntil("re-encryption of secrets", rewrapped);
  return {
    stopTimers() {
      timers.stop();
      rewrapping.abort();
    },
    async closeUsage() {
      const written = around("logs", async () => {
        await usageRecorder(platform).close();
        await usageRollups(platform).close();
      });
      await Promise.all([written, around("proxy", () => keyAllowances(platform).others.leave())]);
    },
    stopWork: async () => {
      await Promise.all([working.stop(), delivering.stop()]);
    },
  };
}
