import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import type { FileConfig, FileConfigParts } from "./contract.ts";

interface FileConfigDependencies {
  readonly noteOf: (file: string) => Promise<NoteDocument | undefined>;
  readonly webhooksOf: (file: string) => Promise<NonNullable<FileConfig["webhooks"]>>;
  readonly mcpServersOf: (file: string) => Promise<NonNullable<FileConfig["mcpServers"]>>;
}

/** Returns the parts of a file's configuration to include. Undefined if there are none. */
export type FileConfigOf = (file: string, parts: FileConfigParts) => Promise<FileConfig | undefined>;

export function fileConfigs({ noteOf, webhooksOf, mcpServersOf }: FileConfigDependencies): FileConfigOf {
  return async (file, parts) => {
    const note = parts.notes ? await noteOf(file) : undefined;
    const webhooks = parts.webhooks ? await webhooksOf(file) : [];
    const mcpServers = parts.mcpServers ? await mcpServersOf(file) : [];
    const config = {
      ...(note !== undefined && { note }),
      ...(webhooks.length > 0 && { webhooks }),
      ...(mcpServers.length > 0 && { mcpServers }),
    };
    return Object.keys(config).length === 0 ? undefined : config;
  };
}
