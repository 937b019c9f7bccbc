import { credentialOf } from "#shared/proxy/call-credential.ts";
import { systemStore } from "#shared/system/store.ts";
import { receiveEvents } from "#shared/webhooks/receiver/receive.ts";
import { senders } from "#shared/webhooks/receiver/senders.ts";
import { receiverService } from "#shared/webhooks/receiver/service.ts";
import { type WebhookEnginePlatform, webhookEngine } from "../deliveries/engine-wiring.ts";
import { bodiesOfDeliveries } from "../deliveries/wiring.ts";
import { keyAdmission, keyCache } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { webhookCounting } from "../usage/event-wiring.ts";
import { eventCounts } from "../webhooks/delivery-wiring.ts";
import { webhookRecords } from "../webhooks/store-wiring.ts";

export type ReceiverPlatform = WebhookEnginePlatform & Pick<Platform, "baseUrl" | "bodyMs" | "largestBodyBytes">;

/** Receives events for files. */
export const receiver = memoized((platform: ReceiverPlatform) => {
  const { table, vault, clock, log, baseUrl, bodyMs, largestBodyBytes } = platform;
  const settings = systemStore(table);
  return receiverService({
    webhooks: webhookRecords(platform),
    senders: senders({ keyCache: keyCache(platform), admission: keyAdmission(platform), credentialOf }),
    receive: eventReceive(platform),
    bodies: bodiesOfDeliveries(platform),
    counts: eventCounts(platform),
    count: webhookCounting(platform),
    registersItself: async () => (await settings.settings()).settings["auto-register-webhook"],
    vault,
    clock,
    log,
    baseUrl,
    bodyMs,
    largestBodyBytes,
  });
});

/** Handles an event from an authenticated sender. */
export const eventReceive = memoized((platform: WebhookEnginePlatform) => {
  const { clock, background } = platform;
  return receiveEvents({ engine: webhookEngine(platform), clock, background });
});
