import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { Refused } from "../refused.ts";
import type { FileServer } from "../server/file-server.ts";
import type { TaskContext } from "../tasks/task-context.ts";

type Script = NonNullable<TaskFields<"deployments.run">["before"]>;

/** Files in the Documents folder, in which a script leaves `done` when it has succeeded. Scripts in the field know these names. */
const proofs = { before: "otto-predeploy-result.txt", after: "otto-pms-result.txt" } as const;
const phases = { before: "pre-deployment script", after: "post-deployment script" } as const;
const proven = "done";

/**
 * Runs the script that comes before files close, or after they have opened. Answers what went wrong where the deployment goes on
 * all the same. @throws Refused where it does not
 */
export async function deploymentScript(
  moment: keyof typeof proofs,
  script: Script | null,
  context: TaskContext,
  server: FileServer,
): Promise<string | undefined> {
  if (script === null) return undefined;
  const { step, progress, say, host } = context;
  const name = `Latchkey deployment ${context.process} ${moment}`;
  const proof = join(host.roots.documents, proofs[moment]);
  const isLate = moment === "after";
  progress({ phase: phases[moment], done: 0, total: null, unit: null });
  await step({ name: `clear ${moment}`, isLate, perform: () => rm(proof, { force: true }) });
  const problem = await step({
    name: `script ${moment}`,
    isLate,
    async perform() {
      const ended = await server.runScript({ ...script, name });
      return (await problemOf(script, ended, proof, moment)) ?? null;
    },
    // Where it still runs, for whatever reason, it ends.
    undo: () => server.forgetScript(name),
  });
  await step({
    name: `leave ${moment}`,
    isLate,
    async perform() {
      await server.forgetScript(name);
      await rm(proof, { force: true });
    },
  });
  if (problem === null) {
    say("info", `Ran ${script.script} in ${script.file}`);
    return undefined;
  }
  if (script.isDecisive) throw new Refused("failed", problem);
  say("error", `${problem}; the deployment goes on`);
  return problem;
}

async function problemOf(
  { script, file, timeoutSeconds, isDecisive }: Script,
  ended: Awaited<ReturnType<FileServer["runScript"]>>,
  proof: string,
  moment: keyof typeof proofs,
): Promise<string | undefined> {
  const which = `the script ${script} in ${file}`;
  if (ended.end === "timed-out") return `${which} did not end within ${timeoutSeconds} seconds, and was ended`;
  if (isDecisive) {
    const text = await textIn(proof);
    if (text === proven) return undefined;
    const cause = ended.error === 0 ? "" : `, and ended with FileMaker's error ${ended.error}`;
    return `${which} did not leave "${proven}" in ${proofs[moment]} in the Documents folder${cause}`;
  }
  return ended.error === 0 ? undefined : `${which} ended with FileMaker's error ${ended.error}`;
}

/** FileMaker writes UTF-8 or UTF-16, with a mark at the beginning or without. Undefined: there is no such file. */
async function textIn(path: string): Promise<string | undefined> {
  try {
    const bytes = await readFile(path);
    const encoding = bytes[0] === 0xff || bytes[1] === 0 ? "utf-16le" : "utf-8";
    return new TextDecoder(encoding).decode(bytes).trim().toLowerCase();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
}
