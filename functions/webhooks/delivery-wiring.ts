import type { DeliveryKind } from "#shared/deliveries/delivery-kind.ts";
import { eventCounts as countsOf, type EventCounts } from "#shared/webhooks/event-counts.ts";
import { fileMakerDelivery } from "#shared/webhooks/file-maker-delivery.ts";
import { deliverFiles } from "#shared/webhooks/files/deliver-files.ts";
import { webhookIdOf } from "#shared/webhooks/record.ts";
import { type EventsPlatform, eventFeed } from "../events/wiring.ts";
import { containerUploadsOf, dataSessions, type FileMakerPlatform, fileMakerCalls } from "../filemaker/wiring.ts";
import { keyCache } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { webhookRecords } from "./store-wiring.ts";

export type WebhookDeliveryPlatform = FileMakerPlatform;

/** Delivers events to files. */
export const webhookDelivery = memoized((platform: WebhookDeliveryPlatform): DeliveryKind => {
  const counts = eventCounts(platform);
  return fileMakerDelivery({
    webhooks: webhookRecords(platform),
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
      store: webhookRecords(platform),
      background: platform.background,
      clock: platform.clock,
      // With one call at a time, batching would only delay the function.
      gatheredMs: platform.hasOneCallAtATime ? 0 : 250,
      publish: (id) => eventFeed(platform).publish(`webhook:${id}`),
    }),
);
