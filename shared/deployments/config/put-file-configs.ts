import type { DeploymentOutcome } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { FileConfig } from "#shared/builds/config/contract.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import type { PlaceMcpServer } from "#shared/mcp-servers/api.ts";
import type { PlaceWebhook } from "#shared/webhooks/api.ts";

interface PutDependencies {
  readonly putNote: (file: string, document: NoteDocument) => Promise<void>;
  readonly placeWebhook: PlaceWebhook;
  readonly placeMcpServer: PlaceMcpServer;
}

/**
 * Applies file configurations from builds to the deployed files. Returns sentences about settings that differ from the build. Repeatable.
 */
export type PutFileConfigs = (configs: DeploymentOutcome["configs"]) => Promise<readonly string[]>;

export function putFileConfigs({ putNote, placeWebhook, placeMcpServer }: PutDependencies): PutFileConfigs {
  return async (configs) => {
    const remarks: string[] = [];
    for (const { file, config } of configs) {
      // A configuration in another maker's format is skipped as a whole, never applied in part.
      const { note, webhooks = [], mcpServers = [] } = FileConfig.safeParse(config).data ?? {};
      if (note !== undefined) await putNote(file, note);
      for (const webhook of webhooks) remarks.push(...[(await placeWebhook(file, webhook)) ?? []].flat());
      for (const server of mcpServers) {
        const reason = await placeMcpServer(file, server);
        if (reason !== undefined)
          remarks.push(`Skipped the MCP server "${server.slug}" for ${fullDatabaseName(file)}: ${reason}.`);
      }
    }
    return remarks;
  };
}
