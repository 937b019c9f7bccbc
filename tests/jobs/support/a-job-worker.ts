import { jobConsumer } from "#shared/jobs/consumer.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { scheduledJobs } from "#shared/jobs/jobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Table } from "#shared/ports/table.ts";
import { processStore } from "#shared/processes/store.ts";
import type { LocalQueue } from "../../../local-runtime/storage/queue/queue.ts";
import { crashingWrites } from "../../support/crashes/crashing-writes.ts";

const silent = { error: () => undefined };

/** A service from its start to its death, as far as jobs go. */
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
    /** Does what the queue has, until it has nothing more. */
    async work(): Promise<void> {
      for (;;) {
        const deliveries = await queue.receive({ most: 10, visibilitySeconds: 5_400 });
        if (deliveries.length === 0) return;
        for (const delivery of deliveries) {
          await consume(delivery, new AbortController().signal);
          await queue.acknowledge([delivery.receipt]);
        }
      }
    },
  };
}

/** Stores that stop answering at a write, before or after the one with this number: calls never end then, as in a process that died. */
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
