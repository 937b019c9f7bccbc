import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import type { FileConfig, FileConfigParts } from "./contract.ts";

interface FileConfigDependencies {
  readonly noteOf: (file: string) => Promise<NoteDocument | undefined>;
  readonly webhooksOf: (file: string) => Promise<NonNullable<FileConfig["webhooks"]>>;
}

/** What is known of a file and goes along with it. Undefined: nothing. */
export type FileConfigOf = (file: string, parts: FileConfigParts) => Promise<FileConfig | undefined>;

export function fileConfigs({ noteOf, webhooksOf }: FileConfigDependencies): FileConfigOf {
  return async (file, parts) => {
    const note = parts.notes ? await noteOf(file) : undefined;
    const webhooks = parts.webhooks ? await webhooksOf(file) : [];
    const config = { ...(note !== undefined && { note }), ...(webhooks.length > 0 && { webhooks }) };
    return Object.keys(config).length === 0 ? undefined : config;
  };
}
