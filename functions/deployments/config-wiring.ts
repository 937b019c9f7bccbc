import { type PutFileConfigs, putFileConfigs } from "#shared/deployments/config/put-file-configs.ts";
import { placeWebhook } from "#shared/webhooks/place-webhook.ts";
import { memoized } from "../memoized.ts";
import { notes } from "../notes/wiring.ts";
import type { Platform } from "../platform.ts";
import { webhookRecords } from "../webhooks/store-wiring.ts";

const call = {
  requestId: "deployment",
  client: { address: "127.0.0.1", limits: undefined },
  caller: { kind: "anyone" },
} as const;

/** What builds bring along for files, put where it belongs. */
export const configsOfDeployments = memoized(
  (platform: Pick<Platform, "table" | "clock">): PutFileConfigs =>
    putFileConfigs({
      async putNote(filename, document) {
        await notes(platform).putFileNote({ filename, document }, call);
      },
      placeWebhook: placeWebhook({ store: webhookRecords(platform), clock: platform.clock }),
    }),
);
