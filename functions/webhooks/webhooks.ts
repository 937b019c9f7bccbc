import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { receiverCheck } from "#shared/webhooks/check.ts";
import { webhooks } from "#shared/webhooks/contract.ts";
import { webhookService } from "#shared/webhooks/service.ts";
import { webhookPartitions, webhookSecrets, webhookStore } from "#shared/webhooks/store.ts";
import { testEvents } from "#shared/webhooks/test-event.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, needs, servesAdmins } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { dataApiKeyForFile } from "../wiring/calls.ts";
import { bodiesOfDeliveries, eventCounts, eventReceive, type WebhookEnginePlatform } from "../wiring/deliveries.ts";
import { dataSessions, fileMakerCalls } from "../wiring/filemaker.ts";

export const resource = defineResource({
  contract: webhooks,
  wiring: service,
  needs: needs(servesAdmins, callsFileMaker, {
    seals: [webhookSecrets],
    opens: [webhookSecrets, keySecrets.data],
    // A test event is a delivery that is attempted before the response.
    reads: [webhookPartitions, deliveryPartitions, keyLookupPartitions.data],
    writes: [webhookPartitions, deliveryPartitions],
    parts: { blobs: { [deliveryBlobs]: ["put", "get"] }, deliveryQueue: ["send"] },
  }),
});

type WebhooksPlatform = WebhookEnginePlatform & Pick<Platform, "prefixes">;

/** The webhooks resource: registrations, and checks whether files are ready for them. */
function service(platform: WebhooksPlatform) {
  const { vault, clock, ids, prefixes } = platform;
  const store = webhookStore(platform.table);
  const checkReceiver = receiverCheck({
    async poolOf(named) {
      const { handle, database, folded } = await dataApiKeyForFile(platform, named);
      return dataSessions(platform).pool(
        { credentialId: handle.record.credentialId, database, folded },
        handle.account,
        handle.name.key,
      );
    },
    calls: fileMakerCalls(platform),
  });
  const testWebhook = testEvents({
    webhooks: store,
    async keyFor(named) {
      const { handle, database } = await dataApiKeyForFile(platform, named);
      return { keyId: handle.record.id, database };
    },
    receive: eventReceive(platform),
    bodies: bodiesOfDeliveries(platform),
    counts: eventCounts(platform),
    clock,
  });
  return webhookService({ store, vault, clock, ids, prefix: prefixes[0], checkReceiver, testWebhook });
}
