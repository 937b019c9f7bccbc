import type { DeliveryKind } from "#shared/deliveries/delivery-kind.ts";
import { type DeliveryEngine, deliveryEngine as engineOf } from "#shared/deliveries/engine.ts";
import type { WakeDelivery } from "#shared/deliveries/messages.ts";
import { sourceHolds } from "#shared/deliveries/source-holds.ts";
import { memoized } from "../memoized.ts";
import { type NotificationDeliveryPlatform, notificationDeliveries } from "../notifications/delivery-wiring.ts";
import type { Platform } from "../platform.ts";
import { type TargetDeliveryPlatform, triggerDelivery } from "../triggers/delivery-wiring.ts";
import { attemptCounting, type CountingPlatform } from "../usage/event-wiring.ts";
import { type WebhookDeliveryPlatform, webhookDelivery } from "../webhooks/delivery-wiring.ts";
import {
  bodiesOfDeliveries,
  type DeliveriesPlatform,
  deliveryMessages,
  deliveryRecords,
  scheduledDeliveryMessages,
} from "./wiring.ts";

type OwnPlatform = DeliveriesPlatform & Pick<Platform, "ids"> & CountingPlatform;

export type WebhookEnginePlatform = OwnPlatform & WebhookDeliveryPlatform;
export type TriggerEnginePlatform = OwnPlatform & TargetDeliveryPlatform;
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
export const webhookEngine = memoized((platform: WebhookEnginePlatform) =>
  engineWith(platform, [webhookDelivery(platform)]),
);

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
    store: deliveryRecords(platform),
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
