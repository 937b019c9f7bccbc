import { type PutFileConfigs, putFileConfigs } from "#shared/deployments/config/put-file-configs.ts";
import { placeMcpServer } from "#shared/mcp-servers/definition/place-server.ts";
import { noteWriting } from "#shared/notes/writing.ts";
import { placeWebhook } from "#shared/webhooks/place-webhook.ts";
import { mcpServerRecords } from "../mcpservers/store-wiring.ts";
import { memoized } from "../memoized.ts";
import { noteRecords } from "../notes/wiring.ts";
import type { Platform } from "../platform.ts";
import { webhookRecords } from "../webhooks/store-wiring.ts";

/** Saves the configurations that builds include for files. */
export const configsOfDeployments = memoized(
  (platform: Pick<Platform, "table" | "clock">): PutFileConfigs =>
    putFileConfigs({
      async putNote(filename, document) {
        await noteWriting({ store: noteRecords(platform), clock: platform.clock }).put(filename, document);
      },
      placeWebhook: placeWebhook({ store: webhookRecords(platform), clock: platform.clock }),
      placeMcpServer: placeMcpServer({ store: mcpServerRecords(platform), clock: platform.clock }),
    }),
);
