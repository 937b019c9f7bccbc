import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { DeliveryBodies } from "./bodies.ts";
import { type DeliverySummary, type deliveries, maxCounted } from "./contract.ts";
import { deliveryList, type SecretHeadersOf } from "./list.ts";
import type { WakeDelivery } from "./messages.ts";
import type { DeliveryRecord } from "./record.ts";
import { cancelled, replayed } from "./rules.ts";
import { shownRow, shownWhole } from "./shown.ts";
import type { DeliveryStore, StoredDelivery } from "./store.ts";

interface DeliveryDependencies {
  readonly store: DeliveryStore;
  readonly wake: WakeDelivery;
  readonly bodies: DeliveryBodies;
  readonly secretHeadersOf: SecretHeadersOf;
  readonly clock: Clock;
}

const maxReplayed = 1_000;
const maxWrites = 5;

/** Creates the service that lists and replays deliveries. */
export function deliveryService(dependencies: DeliveryDependencies): ServiceOf<typeof deliveries> {
  const { store, wake, bodies, secretHeadersOf, clock } = dependencies;
  const found = async (id: string): Promise<StoredDelivery> => {
    const stored = await store.get(id);
    if (stored === undefined) throw new ServiceError("delivery_not_found");
    return stored;
  };

  /**
   * Changes a delivery without a running attempt, and retries after concurrent changes.
   * @throws ServiceError
   */
  const change = async (id: string, next: (record: DeliveryRecord) => DeliveryRecord): Promise<DeliveryRecord> => {
    for (let left = maxWrites; left > 0; left -= 1) {
      const before = await found(id);
      if (before.record.leasedUntil > clock.now()) break;
      const written = await store.write(next(before.record), before);
      if (written !== undefined) return written.record;
    }
    throw new ServiceError("delivery_busy");
  };

  const replay = async (id: string): Promise<DeliveryRecord> => {
    const record = await change(id, (before) => {
      if (before.state === "suppressed")
        throw new ServiceError("delivery_suppressed", { response: { duplicateOf: before.duplicateOf } });
      return replayed(before, clock.now());
    });
    await wake(id);
    return record;
  };

  return {
    listDeliveries: deliveryList({ store, bodies, secretHeadersOf }),

    summarizeDeliveries: async ({ sources }) => ({
      summaries: await Promise.all(sources.map((source) => summaryOf(store, source))),
    }),

    async getDelivery({ id }) {
      const { record } = await found(id);
      return { delivery: await shownWhole(record, bodies, await secretHeadersOf(record.source)) };
    },

    replayDelivery: async ({ id }) => ({ delivery: shownRow(await replay(id)) }),

    async replayDeliveries({ ids, source = "", since }) {
      const chosen = ids ?? (await failedSince(store, source, since === undefined ? 0 : Date.parse(since)));
      let done = 0;
      for (const id of chosen.slice(0, maxReplayed)) {
        const outcome = await replay(id).catch((thrown: unknown) => {
          if (!(thrown instanceof ServiceError)) throw thrown;
        });
        if (outcome !== undefined) done += 1;
      }
      const tried = Math.min(chosen.length, maxReplayed);
      return { replayed: done, passedOver: tried - done, remaining: chosen.length > maxReplayed };
    },

    async cancelDelivery({ id }) {
      const record = await change(id, (before) => {
        if (before.state !== "pending") throw new ServiceError("delivery_ended");
        return cancelled(before, "Canceled by an administrator", clock.now());
      });
      return { delivery: shownRow(record) };
    },
  };
}

async function summaryOf(store: DeliveryStore, source: string): Promise<DeliverySummary> {
  const [newest, failed, pending] = await Promise.all([
    store.newest(source, maxCounted),
    store.newest(source, maxCounted, "failed"),
    store.openCount(source, maxCounted),
  ]);
  return {
    source,
    failed: failed.length,
    pending,
    recent: newest.map(({ id, state, createdAt }) => ({ id, state, createdAt: timestamp(createdAt) })),
  };
}

/** Returns ids of failed deliveries, oldest first, up to one more than can be replayed at once. */
async function failedSince(store: DeliveryStore, source: string, since: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await store.page(source, { state: "failed", limit: 1_000, isOldestFirst: true, cursor });
    ids.push(...page.records.filter(({ createdAt }) => createdAt >= since).map(({ id }) => id));
    cursor = page.cursor;
    if (cursor === undefined || ids.length > maxReplayed) return ids;
  }
}
