import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { credentialOf } from "#shared/proxy/call-credential.ts";
import { systemPartitions, systemStore } from "#shared/system/store.ts";
import { receiver } from "#shared/webhooks/receiver/contract.ts";
import { senders } from "#shared/webhooks/receiver/senders.ts";
import { receiverService } from "#shared/webhooks/receiver/service.ts";
import { webhookPartitions, webhookSecrets, webhookStore } from "#shared/webhooks/store.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, needs, servesSenders, usesDataKeys } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { keyAdmission, keyCache, webhookCounting } from "../wiring/calls.ts";
import { bodiesOfDeliveries, eventCounts, eventReceive, type WebhookEnginePlatform } from "../wiring/deliveries.ts";

export const resource = defineResource({
  contract: receiver,
  wiring: service,
  needs: needs(servesSenders, callsFileMaker, usesDataKeys, {
    opens: [webhookSecrets],
    reads: [systemPartitions, webhookPartitions, deliveryPartitions],
    // A webhook can register itself, and the first attempt is made before the response.
    writes: [webhookPartitions, deliveryPartitions],
    parts: { blobs: { [deliveryBlobs]: ["put", "get", "delete"] }, deliveryQueue: ["send"] },
  }),
});

type ReceiverPlatform = WebhookEnginePlatform & Pick<Platform, "baseUrl" | "bodyMs" | "largestBodyBytes">;

/** Receives events for files. */
function service(platform: ReceiverPlatform) {
  const { table, vault, clock, log, baseUrl, bodyMs, largestBodyBytes } = platform;
  const settings = systemStore(table);
  return receiverService({
    webhooks: webhookStore(platform.table),
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
}
