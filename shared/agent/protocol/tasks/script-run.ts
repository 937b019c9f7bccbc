import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import type { PreBuildScript } from "#shared/contract/values/release-shapes.ts";

/** A script of a hosted file that runs before work on files, or after it. */
export const ScriptRun = z.strictObject({
  file: DatabaseName,
  script: z.string().min(1).max(500),
  parameter: z.string().max(30_000),
  username: z.string().max(255),
  password: z.string().max(1_024),
  /** After which it is ended. */
  timeoutSeconds: z.int().min(1),
  /** Whether the work fails with it: then it has to leave a proof that it has succeeded. */
  isDecisive: z.boolean(),
});
export type ScriptRun = z.infer<typeof ScriptRun>;

/** A script of a request as the agent is asked for it. */
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
