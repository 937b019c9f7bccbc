import type { Script } from "./request.ts";

/** Returns true if a script is set but incomplete. */
export function isScriptMissing(script: Pick<Script, "file" | "script"> | undefined): boolean {
  return script !== undefined && (script.file.name.trim() === "" || script.script.name.trim() === "");
}
