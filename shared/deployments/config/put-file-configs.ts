import type { DeploymentOutcome } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { FileConfig } from "#shared/builds/config/contract.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import type { PlaceMcpServer } from "#shared/mcp-servers/definition/place-server.ts";

interface PutDependencies {
  readonly putNote: (file: string, document: NoteDocument) => Promise<void>;
  readonly placeWebhook: (file: string, webhook: NonNullable<FileConfig["webhooks"]>[number]) => Promise<void>;
  readonly placeMcpServer: PlaceMcpServer;
}

/** Puts what builds have brought along onto the files that were made of them. Answers in sentences what could not be put. May be done again. */
export type PutFileConfigs = (configs: DeploymentOutcome["configs"]) => Promise<readonly string[]>;

export function putFileConfigs({ putNote, placeWebhook, placeMcpServer }: PutDependencies): PutFileConfigs {
  return async (configs) => {
    const leftOut: string[] = [];
    for (const { file, config } of configs) {
      // What another maker has written in another form is left out, and not half of it.
      const { note, webhooks = [], mcpServers = [] } = FileConfig.safeParse(config).data ?? {};
      if (note !== undefined) await putNote(file, note);
      for (const webhook of webhooks) await placeWebhook(file, webhook);
      for (const server of mcpServers) {
        const reason = await placeMcpServer(file, server);
        if (reason !== undefined)
          leftOut.push(`The MCP server "${server.slug}" for ${fullDatabaseName(file)} is left out: ${reason}.`);
      }
    }
    return leftOut;
  };
}
