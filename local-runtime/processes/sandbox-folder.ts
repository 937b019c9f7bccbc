import { join } from "node:path";
import type { LocalSettings } from "../../functions/settings/local.ts";

export interface SandboxFolders {
  readonly server: string;
  /** Of its store for backups. */
  readonly store: string;
}

/** The folders of the sandbox. */
export function sandboxFolders(settings: Pick<LocalSettings, "DATA_DIR">): SandboxFolders {
  return { server: sandboxFolder(settings), store: join(settings.DATA_DIR, "sandbox-store") };
}

/** Where the sandbox keeps FileMaker Server's folders and tools, for the agent to work in. */
export function sandboxFolder({ DATA_DIR }: Pick<LocalSettings, "DATA_DIR">): string {
  return join(DATA_DIR, "sandbox");
}
