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

/** What delivers, with everything that can be delivered. */
export const deliveryEngine = memoized((platform: EnginePlatform) =>
  engineWith(
    platform,
    [webhookDelivery(platform), triggerDelivery(platform), ...notificationDeliveries(platform)],
    scheduledDeliveryMessages(platform),
  ),
);

/** The same for a function that receives events, and delivers nothing else. */
export const webhookEngine = memoized((platform: WebhookEnginePlatform) =>
  engineWith(platform, [webhookDelivery(platform)]),
);

/** The same for a function that relays what FileMaker Server's triggers send, and delivers nothing else. */
export const triggerEngine = memoized((platform: TriggerEnginePlatform) =>
  engineWith(platform, [triggerDelivery(platform)]),
);

/** The same for a function that sends notifications, and delivers nothing else. */
export const notificationEngine = memoized((platform: NotificationEnginePlatform) =>
  engineWith(platform, notificationDeliveries(platform)),
);

/** What one of them finds away, the others leave alone too. */
const holds = memoized(({ clock }: Pick<Platform, "clock">) => sourceHolds(clock));

/** First attempts are followed by one that is seconds off: only what makes all of them has messages come later than that. */
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
