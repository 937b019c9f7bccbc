import type { Script } from "./request.ts";

/** Whether something is missing of a script that is to run. */
export function isScriptMissing(script: Pick<Script, "file" | "script"> | undefined): boolean {
  return script !== undefined && (script.file.name.trim() === "" || script.script.name.trim() === "");
}
