import { jobConsumer } from "#shared/jobs/consumer.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { scheduledJobs } from "#shared/jobs/jobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Table } from "#shared/ports/table.ts";
import { processStore } from "#shared/processes/store.ts";
import type { LocalQueue } from "../../../local-runtime/storage/queue/queue.ts";
import { crashingWrites } from "../../support/crashes/crashing-writes.ts";

const silent = { error: () => undefined };

/** Returns the job processing of a service process, from its start to its end. */
export function aJobWorker(table: Table, queue: LocalQueue, clock: Clock, kinds: readonly JobKind[]) {
  const store = processStore(table, 30 * 24 * 60 * 60_000);
  const announce = async () => undefined;
  const accepting = scheduledJobs({ store, queue, schedules: queue.schedules, clock, log: silent, announce });
  const blobs = () => {
    throw new Error("Nothing here has blobs");
  };
  const consume = jobConsumer({
    store,
    jobs: accepting,
    queue,
    kinds: () => kinds,
    blobs,
    clock,
    log: silent,
    announce,
    other: () => undefined,
  });
  return {
    store,
    ...accepting,
    consume,
    /** Processes the queue until it is empty. */
    async work(): Promise<void> {
      for (;;) {
        const deliveries = await queue.receive({ maxMessages: 10, visibilitySeconds: 5_400 });
        if (deliveries.length === 0) return;
        for (const delivery of deliveries) {
          await consume(delivery, new AbortController().signal);
          await queue.acknowledge([delivery.receipt]);
        }
      }
    },
  };
}

/**
 * Returns stores that stop answering before or after the write with this number: later calls never finish, as in a process that has died.
 */
export function crashingStores(table: Table, queue: LocalQueue, side: "before" | "after", number: number) {
  const crash = Promise.withResolvers<void>();
  const point = { side, number };
  const crashing = crashingWrites(
    () => point,
    () => {
      crash.resolve();
      return new Promise(() => undefined);
    },
  );
  return { death: crash.promise, table: crashing.of("table", table), queue: crashing.of("queue", queue) };
}
