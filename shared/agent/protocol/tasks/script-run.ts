import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import type { PreBuildScript } from "#shared/contract/values/release-shapes.ts";

/** Script of a hosted file that runs before or after work on files. */
export const ScriptRun = z.strictObject({
  file: DatabaseName,
  script: z.string().min(1).max(500),
  parameter: z.string().max(30_000),
  username: z.string().max(255),
  password: z.string().max(1_024),
  /** Time limit, after which the script is stopped. Seconds. */
  timeoutSeconds: z.int().min(1),
  /** True if the work fails when the script fails. The script must then leave proof of its success. */
  isDecisive: z.boolean(),
});
export type ScriptRun = z.infer<typeof ScriptRun>;

/** Converts a script of a request to a request to the agent. */
export function scriptRun(
  { file, script }: Pick<PreBuildScript, "file" | "script">,
  { isDecisive, usualSeconds }: { readonly isDecisive: boolean; readonly usualSeconds: number },
): ScriptRun {
  return {
    file: file.name,
    script: script.name,
    parameter: script.param ?? "",
    username: file.user,
    password: file.password,
    timeoutSeconds: script.timeout || usualSeconds,
    isDecisive,
  };
}
