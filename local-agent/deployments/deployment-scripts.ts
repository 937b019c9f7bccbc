import { readFile } from "node:fs/promises";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { type ScriptRun, scriptRun } from "#shared/agent/protocol/tasks/script-run.ts";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { PostDeploymentScript, PreDeploymentScript } from "#shared/contract/values/release-shapes.ts";
import { found } from "../disk/on-disk.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { manifestPath } from "./text-files.ts";

const Manifest = z.object({
  preDeploymentScript: PreDeploymentScript.optional(),
  postDeploymentScript: PostDeploymentScript.optional(),
});

interface Scripts {
  readonly before: ScriptRun | null;
  readonly after: ScriptRun | null;
}

/** Returns the scripts of a deployment: its own, or else those in its build. */
export async function deploymentScripts(
  { before, after, usualScriptSeconds }: TaskFields<"deployments.run">,
  { host, process, step }: Pick<TaskContext, "host" | "process" | "step">,
): Promise<Scripts> {
  const path = manifestPath(host, process);
  const manifest = (await found(path)) === undefined ? undefined : jsonIn(await readFile(path, "utf8"));
  const { preDeploymentScript: pre, postDeploymentScript: post } = Manifest.safeParse(manifest).data ?? {};
  const ofBuild = {
    before: pre && scriptRun(pre, { isDecisive: pre.abortIfScriptFails, usualSeconds: usualScriptSeconds.before }),
    after: post && scriptRun(post, { isDecisive: post.rollbackIfScriptFails, usualSeconds: usualScriptSeconds.after }),
  };
  const read = { before: before ?? ofBuild.before ?? null, after: after ?? ofBuild.after ?? null };
  // Passwords aren't stored. If the manifest is gone, the scripts have already run, and only their results are needed.
  const known = await step({ name: "scripts", perform: async () => withoutPasswords(read) });
  return { before: read.before ?? known.before, after: read.after ?? known.after };
}

function withoutPasswords({ before, after }: Scripts): Scripts {
  return { before: before && { ...before, password: "" }, after: after && { ...after, password: "" } };
}
