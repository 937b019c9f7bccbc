import { type DeliveryEngine, deliveryEngine as engineOf } from "#shared/deliveries/engine.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type TargetDeliveryPlatform, triggerDelivery } from "../triggers/delivery-wiring.ts";
import { type WebhookDeliveryPlatform, webhookDelivery } from "../webhooks/delivery-wiring.ts";
import { bodiesOfDeliveries, type DeliveriesPlatform, deliveryMessages, deliveryRecords } from "./wiring.ts";

export type EnginePlatform = DeliveriesPlatform &
  WebhookDeliveryPlatform &
  TargetDeliveryPlatform &
  Pick<Platform, "ids">;

/** What delivers, with everything that can be delivered. */
export const deliveryEngine = memoized((platform: EnginePlatform): DeliveryEngine => {
  const { clock, ids, log } = platform;
  return engineOf({
    store: deliveryRecords(platform),
    bodies: bodiesOfDeliveries(platform),
    wake: deliveryMessages(platform),
    kinds: [webhookDelivery(platform), triggerDelivery(platform)],
    clock,
    ids,
    log,
  });
});
