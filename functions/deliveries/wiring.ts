import { deliveryBodies } from "#shared/deliveries/bodies.ts";
import { wakeDelivery } from "#shared/deliveries/messages.ts";
import { deleteOrphanedBodies } from "#shared/deliveries/orphaned-bodies.ts";
import { deliveryService } from "#shared/deliveries/service.ts";
import { deliveryStore } from "#shared/deliveries/store.ts";
import { webhookStore } from "#shared/webhooks/store.ts";
import { secretHeadersOfWebhooks } from "#shared/webhooks/verification/token-header.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type DeliveriesPlatform = Pick<Platform, "table" | "clock" | "log" | "blobs" | "deliveryQueue">;
type ScheduledMessagesPlatform = Pick<Platform, "deliveryQueue" | "deliverySchedules" | "clock" | "log">;

export const deliveries = memoized((platform: DeliveriesPlatform) =>
  deliveryService({
    store: deliveryRecords(platform),
    bodies: bodiesOfDeliveries(platform),
    wake: deliveryMessages(platform),
    secretHeadersOf: secretHeadersOfWebhooks(webhookStore(platform.table)),
    clock: platform.clock,
  }),
);

export const deliveryRecords = memoized(({ table }: Pick<Platform, "table">) => deliveryStore(table));

export const bodiesOfDeliveries = memoized(({ blobs }: Pick<Platform, "blobs">) => deliveryBodies(() => blobs.blobs));

export function deleteOrphanedBodiesOf(platform: Pick<Platform, "table" | "blobs" | "clock">): Promise<number> {
  const { blobs, clock } = platform;
  return deleteOrphanedBodies({ store: deliveryRecords(platform), blobs: blobs.blobs, clock });
}

/** Queue of messages about deliveries that are due soon. */
export const deliveryMessages = memoized(
  ({ deliveryQueue: queue, clock, log }: Pick<Platform, "deliveryQueue" | "clock" | "log">) =>
    wakeDelivery({ queue, clock, log }),
);

/** Queue of messages about deliveries with any delay. */
export const scheduledDeliveryMessages = memoized((platform: ScheduledMessagesPlatform) => {
  const { deliveryQueue: queue, deliverySchedules: schedules, clock, log } = platform;
  return wakeDelivery({ queue, schedules, clock, log });
});
