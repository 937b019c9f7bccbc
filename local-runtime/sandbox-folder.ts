import { join } from "node:path";
import type { LocalSettings } from "../functions/settings/local.ts";

/** Where the sandbox keeps FileMaker Server's folders and tools, for the agent to work in. */
export function sandboxFolder({ DATA_DIR }: Pick<LocalSettings, "DATA_DIR">): string {
  return join(DATA_DIR, "sandbox");
}
