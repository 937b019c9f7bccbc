import type { DeploymentOutcome } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import { FileConfig } from "#shared/builds/config/contract.ts";
import type { NoteDocument } from "#shared/contract/values/note-document.ts";

interface PutDependencies {
  readonly putNote: (file: string, document: NoteDocument) => Promise<void>;
  readonly placeWebhook: (file: string, webhook: NonNullable<FileConfig["webhooks"]>[number]) => Promise<void>;
}

/** Puts what builds have brought along onto the files that were made of them. May be done again. */
export type PutFileConfigs = (configs: DeploymentOutcome["configs"]) => Promise<void>;

export function putFileConfigs({ putNote, placeWebhook }: PutDependencies): PutFileConfigs {
  return async (configs) => {
    for (const { file, config } of configs) {
      // What another maker has written in another form is left out, and not half of it.
      const { note, webhooks = [] } = FileConfig.safeParse(config).data ?? {};
      if (note !== undefined) await putNote(file, note);
      for (const webhook of webhooks) await placeWebhook(file, webhook);
    }
  };
}
