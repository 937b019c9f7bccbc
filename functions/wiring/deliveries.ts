import { deliveryBodies } from "#shared/deliveries/bodies.ts";
import type { DeliveryKind } from "#shared/deliveries/delivery-kind.ts";
import { type DeliveryEngine, deliveryEngine as engineOf } from "#shared/deliveries/engine.ts";
import { type WakeDelivery, wakeDelivery } from "#shared/deliveries/messages.ts";
import { deleteOrphanedBodies } from "#shared/deliveries/orphaned-bodies.ts";
import { posts } from "#shared/deliveries/post.ts";
import { sourceHolds } from "#shared/deliveries/source-holds.ts";
import { deliveryStore } from "#shared/deliveries/store.ts";
import { destinationResults } from "#shared/notifications/destination-results.ts";
import { notificationDelivery } from "#shared/notifications/notification-delivery.ts";
import { notificationStore } from "#shared/notifications/store.ts";
import { eventCounts as countsOf, type EventCounts } from "#shared/webhooks/event-counts.ts";
import { fileMakerDelivery } from "#shared/webhooks/file-maker-delivery.ts";
import { deliverFiles } from "#shared/webhooks/files/deliver-files.ts";
import { receiveEvents } from "#shared/webhooks/receiver/receive.ts";
import { webhookIdOf } from "#shared/webhooks/record.ts";
import { webhookStore } from "#shared/webhooks/store.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { attemptCounting, type CountingPlatform, type EventsPlatform, eventFeed, keyCache } from "./calls.ts";
import { containerUploadsOf, dataSessions, type FileMakerPlatform, fileMakerCalls } from "./filemaker.ts";
import { type NotifierPlatform, notificationPublisher } from "./work.ts";

export type OwnPlatform = DeliveriesPlatform & Pick<Platform, "ids"> & CountingPlatform;

export type WebhookEnginePlatform = OwnPlatform & WebhookDeliveryPlatform;

export type NotificationEnginePlatform = OwnPlatform & NotificationDeliveryPlatform;

/** Parts of the platform that every kind of delivery can use. */
export type DeliveryPlatform = CommonPlatform &
  WebhookEnginePlatform &
  NotificationEnginePlatform &
  Pick<Platform, "deliverySchedules" | "queue">;

/** Delivery engine for functions that only receive and deliver webhook events. */
const webhookEngine = memoized((platform: WebhookEnginePlatform) => engineWith(platform, [webhookDelivery(platform)]));

/** Delivery engine for functions that only send notifications. */
export const notificationEngine = memoized((platform: NotificationEnginePlatform) =>
  engineWith(platform, notificationDeliveries(platform)),
);

/** Shared by all engines: a source that one engine puts on hold is skipped by the others too. */
const holds = memoized(({ clock }: Pick<Platform, "clock">) => sourceHolds(clock));

/**
 * Returns an engine for these kinds. A first attempt is followed by a retry within seconds, so only the engine for all attempts needs
 * messages with longer delays.
 */
export function engineWith(
  platform: OwnPlatform,
  kinds: readonly DeliveryKind[],
  wake: WakeDelivery = deliveryMessages(platform),
): DeliveryEngine {
  const { clock, ids, log } = platform;
  return engineOf({
    store: deliveryStore(platform.table),
    bodies: bodiesOfDeliveries(platform),
    wake,
    holds: holds(platform),
    kinds,
    clock,
    ids,
    log,
    count: attemptCounting(platform),
  });
}

export type DeliveriesPlatform = Pick<Platform, "table" | "clock" | "log" | "blobs" | "deliveryQueue">;

type ScheduledMessagesPlatform = Pick<Platform, "deliveryQueue" | "deliverySchedules" | "clock" | "log">;

export const bodiesOfDeliveries = memoized(({ blobs }: Pick<Platform, "blobs">) => deliveryBodies(() => blobs.blobs));

export function deleteOrphanedBodiesOf(platform: Pick<Platform, "table" | "blobs" | "clock">): Promise<number> {
  const { blobs, clock } = platform;
  return deleteOrphanedBodies({ store: deliveryStore(platform.table), blobs: blobs.blobs, clock });
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

type NotificationDeliveryPlatform = NotifierPlatform &
  EventsPlatform &
  Pick<Platform, "callouts" | "mailer" | "baseUrl">;

export const notificationDeliveries = memoized((platform: NotificationDeliveryPlatform): readonly DeliveryKind[] => {
  const { vault, callouts, mailer, clock, baseUrl } = platform;
  const store = notificationStore(platform.table);
  const results = destinationResults({
    store,
    publish: notificationPublisher(platform),
    baseUrl,
    clock,
    announce: (id) => eventFeed(platform).publish(`notification-destination:${id}`),
  });
  return notificationDelivery({ store, results, vault, post: posts({ callouts, clock }), mailer, clock });
});

/** Handles an event from an authenticated sender. */
export const eventReceive = memoized((platform: WebhookEnginePlatform) => {
  const { clock, background } = platform;
  return receiveEvents({ engine: webhookEngine(platform), clock, background });
});

type WebhookDeliveryPlatform = FileMakerPlatform;

/** Delivers events to files. */
export const webhookDelivery = memoized((platform: WebhookDeliveryPlatform): DeliveryKind => {
  const counts = eventCounts(platform);
  return fileMakerDelivery({
    webhooks: webhookStore(platform.table),
    keyCache: keyCache(platform),
    sessions: dataSessions(platform),
    calls: fileMakerCalls(platform),
    sendFiles: deliverFiles({ calls: fileMakerCalls(platform), upload: containerUploadsOf(platform) }),
    ended({ source, state, reason }) {
      // The response to the sender was counted earlier; this counts the outcome.
      if (state === "delivered" || state === "failed")
        counts.ended(webhookIdOf(source), reason ?? "Delivered", state === "failed");
    },
  });
});

/** Counts webhook events. */
export const eventCounts = memoized(
  (platform: EventsPlatform & Pick<Platform, "background" | "clock" | "hasOneCallAtATime">): EventCounts =>
    countsOf({
      store: webhookStore(platform.table),
      background: platform.background,
      clock: platform.clock,
      // With one call at a time, batching would only delay the function.
      gatheredMs: platform.hasOneCallAtATime ? 0 : 250,
      publish: (id) => eventFeed(platform).publish(`webhook:${id}`),
    }),
);
