import { join } from "node:path";
import type { LocalSettings } from "../../functions/settings/local.ts";

export interface SandboxFolders {
  readonly server: string;
  /** Folder of the sandbox's store for backups. */
  readonly store: string;
}

/** Returns the folders of the sandbox. */
export function sandboxFolders(settings: Pick<LocalSettings, "DATA_DIR">): SandboxFolders {
  return { server: sandboxFolder(settings), store: join(settings.DATA_DIR, "sandbox-store") };
}

/** Returns the folder with FileMaker Server's folders and tools, which the agent works in. */
export function sandboxFolder({ DATA_DIR }: Pick<LocalSettings, "DATA_DIR">): string {
  return join(DATA_DIR, "sandbox");
}
