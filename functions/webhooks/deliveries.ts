import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveries } from "#shared/deliveries/contract.ts";
import { deliveryService } from "#shared/deliveries/service.ts";
import { deliveryPartitions, deliveryStore } from "#shared/deliveries/store.ts";
import { webhookPartitions, webhookStore } from "#shared/webhooks/store.ts";
import { secretHeadersOfWebhooks } from "#shared/webhooks/verification/token-header.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins } from "../needs.ts";
import { bodiesOfDeliveries, type DeliveriesPlatform, deliveryMessages } from "../wiring/deliveries.ts";

export const resource = defineResource({
  contract: deliveries,
  wiring: service,
  needs: needs(servesAdmins, {
    reads: [deliveryPartitions, webhookPartitions],
    writes: [deliveryPartitions],
    parts: { blobs: { [deliveryBlobs]: ["get"] }, deliveryQueue: ["send"] },
  }),
});

function service(platform: DeliveriesPlatform) {
  return deliveryService({
    store: deliveryStore(platform.table),
    bodies: bodiesOfDeliveries(platform),
    wake: deliveryMessages(platform),
    secretHeadersOf: secretHeadersOfWebhooks(webhookStore(platform.table)),
    clock: platform.clock,
  });
}
