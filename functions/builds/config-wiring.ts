import { type FileConfigOf, fileConfigs } from "#shared/builds/config/file-configs.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { definitionOf } from "#shared/mcp-servers/definition/definition-of.ts";
import { mcpServerRecords } from "../mcpservers/store-wiring.ts";
import { memoized } from "../memoized.ts";
import { noteRecords } from "../notes/wiring.ts";
import type { Platform } from "../platform.ts";
import { webhookRecords } from "../webhooks/store-wiring.ts";

/** Configurations that builds include with their files. */
export const configsOfFiles = memoized(
  (platform: Pick<Platform, "table">): FileConfigOf =>
    fileConfigs({
      noteOf: async (file) => (await noteRecords(platform).find(file)).note?.document,
      async webhooksOf(file) {
        const all = await webhookRecords(platform).all();
        return all
          .filter(({ database }) => normalizedDatabaseName(database) === normalizedDatabaseName(file))
          .map(({ channel, useFileReceiver, label, settings }) => ({ channel, useFileReceiver, label, settings }));
      },
      async mcpServersOf(file) {
        const records = (await mcpServerRecords(platform).all()).map(({ record }) => record);
        return records
          .filter(({ filename }) => normalizedDatabaseName(filename) === normalizedDatabaseName(file))
          .map(definitionOf);
      },
    }),
);
