import { timestamp } from "#shared/contract/scalars.ts";
import { deliveryBodies } from "#shared/deliveries/bodies.ts";
import type { DeliveryKind } from "#shared/deliveries/delivery-kind.ts";
import { type DeliveryEngine, deliveryEngine as engineOf } from "#shared/deliveries/engine.ts";
import { type WakeDelivery, wakeDelivery } from "#shared/deliveries/messages.ts";
import { deleteOrphanedBodies } from "#shared/deliveries/orphaned-bodies.ts";
import { posts } from "#shared/deliveries/post.ts";
import { sourceHolds } from "#shared/deliveries/source-holds.ts";
import { deliveryStore } from "#shared/deliveries/store.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import { destinationResults } from "#shared/notifications/destination-results.ts";
import { notificationDelivery } from "#shared/notifications/notification-delivery.ts";
import { notificationStore } from "#shared/notifications/store.ts";
import { triggeredRuns } from "#shared/schedules/messages.ts";
import { scheduleStore } from "#shared/schedules/store.ts";
import { addressCheck } from "#shared/triggers/address-check.ts";
import { definitions } from "#shared/triggers/definitions.ts";
import { targetDelivery } from "#shared/triggers/relay/target-delivery.ts";
import { serverTriggers } from "#shared/triggers/server-triggers.ts";
import { type Settling, settling } from "#shared/triggers/settle.ts";
import { triggerStore } from "#shared/triggers/store.ts";
import { type Targets, targets as targetsOf } from "#shared/triggers/targets.ts";
import { eventCounts as countsOf, type EventCounts } from "#shared/webhooks/event-counts.ts";
import { fileMakerDelivery } from "#shared/webhooks/file-maker-delivery.ts";
import { deliverFiles } from "#shared/webhooks/files/deliver-files.ts";
import { receiveEvents } from "#shared/webhooks/receiver/receive.ts";
import { webhookIdOf } from "#shared/webhooks/record.ts";
import { webhookStore } from "#shared/webhooks/store.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { attemptCounting, type CountingPlatform, type EventsPlatform, eventFeed, keyCache } from "./calls.ts";
import {
  containerUploadsOf,
  dataSessions,
  type FileMakerPlatform,
  fileMakerCalls,
  fileMakerOData,
} from "./filemaker.ts";
import { type NotifierPlatform, notificationPublisher } from "./work.ts";

type OwnPlatform = DeliveriesPlatform & Pick<Platform, "ids"> & CountingPlatform;

export type WebhookEnginePlatform = OwnPlatform & WebhookDeliveryPlatform;

type TriggerEnginePlatform = OwnPlatform & TargetDeliveryPlatform;

export type NotificationEnginePlatform = OwnPlatform & NotificationDeliveryPlatform;

export type EnginePlatform = WebhookEnginePlatform &
  TriggerEnginePlatform &
  NotificationEnginePlatform &
  Pick<Platform, "deliverySchedules">;

/** Delivery engine for all kinds of deliveries. */
export const deliveryEngine = memoized((platform: EnginePlatform) =>
  engineWith(
    platform,
    [webhookDelivery(platform), triggerDelivery(platform), ...notificationDeliveries(platform)],
    scheduledDeliveryMessages(platform),
  ),
);

/** Delivery engine for functions that only receive and deliver webhook events. */
const webhookEngine = memoized((platform: WebhookEnginePlatform) => engineWith(platform, [webhookDelivery(platform)]));

/** Delivery engine for functions that only relay FileMaker Server's triggers. */
export const triggerEngine = memoized((platform: TriggerEnginePlatform) =>
  engineWith(platform, [triggerDelivery(platform)]),
);

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
function engineWith(
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

const notificationDeliveries = memoized((platform: NotificationDeliveryPlatform): readonly DeliveryKind[] => {
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

type TargetDeliveryPlatform = Pick<
  CommonPlatform,
  "table" | "vault" | "ids" | "clock" | "log" | "callouts" | "background" | "baseUrl"
> &
  NotifierPlatform &
  Pick<Platform, "queue">;

/** Relay targets and their secrets. */
export const relayTargets = memoized(({ table, vault, ids }: Pick<Platform, "table" | "vault" | "ids">): Targets => {
  const schedules = scheduleStore(table);
  return targetsOf({
    vault,
    ids,
    nextTargetId: triggerStore(table).nextTargetId,
    hasSchedule: async (id) => (await schedules.get(id)) !== undefined,
  });
});

/** Delivers changes to relay targets. */
const triggerDelivery = memoized((platform: TargetDeliveryPlatform): DeliveryKind => {
  const { queue, callouts, clock, log, background, baseUrl } = platform;
  return targetDelivery({
    store: triggerStore(platform.table),
    targets: relayTargets(platform),
    post: posts({ callouts, clock }),
    runSchedule: triggeredRuns({ queue, clock }),
    clock,
    async disabled({ id, label }, target, reason) {
      log.error({ event: "target_disabled", trigger: id, target: target.id, reason });
      background.waitUntil("publishing a trigger", eventFeed(platform).publish(`trigger:${id}`));
      const text = `A target of “${label}” was disabled. ${reason}.`;
      const data = { subject: label, text, serverUrl: baseUrl(), timestamp: timestamp(clock.now()) };
      await notificationPublisher(platform)({ event: "webhook_disabled", subject: `target:${target.id}`, data });
    },
  });
});

type SettlingPlatform = TriggerEnginePlatform & WebhookDeliveryPlatform & Pick<CommonPlatform, "baseUrl" | "prefixes">;

export type TriggersPlatform = SettlingPlatform & Pick<CommonPlatform, "bodyMs" | "largestBodyBytes">;

/** Makes FileMaker Server's triggers match the configured ones. */
export const triggerSettling = memoized((platform: SettlingPlatform): Settling => {
  const { clock, log } = platform;
  return settling({
    store: triggerStore(platform.table),
    definitions: definitionsOf(platform),
    serverOf: serverOf(platform),
    clock,
    log,
    announce: (id) => eventFeed(platform).publish(`trigger:${id}`),
    async refused({ id, label }, reason) {
      log.error({ event: "trigger_refused", trigger: id, reason });
      const text = `FileMaker Server doesn't send changes for “${label}”. ${reason}`;
      const data = { subject: label, text, serverUrl: platform.baseUrl(), timestamp: timestamp(clock.now()) };
      await notificationPublisher(platform)({ event: "webhook_disabled", subject: `trigger:${id}`, data });
    },
  });
});

export const definitionsOf = memoized((platform: SettlingPlatform) => {
  const { vault, baseUrl, prefixes, callouts } = platform;
  return definitions({
    vault,
    keyCache: keyCache(platform),
    checkAddress: addressCheck(callouts),
    relayUrl: (id, secret) => `${baseUrl()}/${prefixes[0]}/triggers/in/${id}/${secret}`,
  });
});

export const serverOf = (platform: SettlingPlatform) => (database: string, account: Account) =>
  serverTriggers(fileMakerOData(platform), database, account);

type WebhookDeliveryPlatform = FileMakerPlatform;

/** Delivers events to files. */
const webhookDelivery = memoized((platform: WebhookDeliveryPlatform): DeliveryKind => {
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
