import { receiverCheck } from "#shared/webhooks/check.ts";
import { webhookService } from "#shared/webhooks/service.ts";
import { testEvents } from "#shared/webhooks/test-event.ts";
import type { WebhookEnginePlatform } from "../deliveries/engine-wiring.ts";
import { bodiesOfDeliveries } from "../deliveries/wiring.ts";
import { dataSessions, fileMakerCalls } from "../filemaker/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { eventReceive } from "../receiver/wiring.ts";
import { eventCounts } from "./delivery-wiring.ts";
import { dataApiKeyForFile } from "./key-wiring.ts";
import { webhookRecords } from "./store-wiring.ts";

export type WebhooksPlatform = WebhookEnginePlatform & Pick<Platform, "prefixes">;

/** The webhooks resource: registrations, and checks whether files are ready for them. */
export const webhooks = memoized((platform: WebhooksPlatform) => {
  const { vault, clock, ids, prefixes } = platform;
  const store = webhookRecords(platform);
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
});
