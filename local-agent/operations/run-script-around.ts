import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ScriptRun } from "#shared/agent/protocol/tasks/script-run.ts";
import { Refused } from "../refused.ts";
import type { FileServer } from "../server/file-server.ts";
import type { TaskContext } from "../tasks/task-context.ts";

/** When a script runs, and the file in the Documents folder to which it writes `done` on success. Existing scripts use these names. */
interface ScriptMoment {
  readonly work: "build" | "deployment";
  readonly moment: "before" | "after";
  readonly phase: string;
  readonly proof: string;
}

export const beforeBuild: ScriptMoment = {
  work: "build",
  moment: "before",
  phase: "pre-build script",
  proof: "otto-prebuild-result.txt",
};
export const beforeDeployment: ScriptMoment = {
  work: "deployment",
  moment: "before",
  phase: "pre-deployment script",
  proof: "otto-predeploy-result.txt",
};
export const afterDeployment: ScriptMoment = {
  work: "deployment",
  moment: "after",
  phase: "post-deployment script",
  proof: "otto-pms-result.txt",
};

const proven = "done";

/** Runs a script before or after a task. Returns the error if the task continues anyway. @throws Refused if it doesn't */
export async function runScriptAround(
  { work, moment, phase, proof: proofName }: ScriptMoment,
  script: ScriptRun | null,
  context: TaskContext,
  server: FileServer,
): Promise<string | undefined> {
  if (script === null) return undefined;
  const { step, progress, say, host } = context;
  const name = `Latchkey ${work} ${context.process} ${moment}`;
  const proof = join(host.roots.documents, proofName);
  const isLate = moment === "after";
  progress({ phase, done: 0, total: null, unit: null });
  await step({ name: `clear ${moment}`, isLate, perform: () => rm(proof, { force: true }) });
  const problem = await step({
    name: `script ${moment}`,
    isLate,
    async perform() {
      // An abort stops waiting for a script before the task; after the task there is nothing to abort.
      const ended = await server.runScript({ ...script, name }, isLate ? undefined : context.signal);
      return (await problemOf(script, ended, proof, proofName)) ?? null;
    },
    // Ends it if it is still running for any reason.
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
  say("error", `${problem}; the ${work} continues`);
  return problem;
}

async function problemOf(
  { script, file, timeoutSeconds, isDecisive }: ScriptRun,
  ended: Awaited<ReturnType<FileServer["runScript"]>>,
  proof: string,
  proofName: string,
): Promise<string | undefined> {
  const which = `the script ${script} in ${file}`;
  if (ended.end === "timed-out") return `${which} did not finish within ${timeoutSeconds} seconds and was stopped`;
  if (isDecisive) {
    const text = await textIn(proof);
    if (text === proven) return undefined;
    const cause = ended.error === 0 ? "" : `, and failed with FileMaker error ${ended.error}`;
    return `${which} did not write "${proven}" to ${proofName} in the Documents folder${cause}`;
  }
  return ended.error === 0 ? undefined : `${which} failed with FileMaker error ${ended.error}`;
}

/** Reads UTF-8 or UTF-16 with or without a byte order mark, as FileMaker writes it. Returns undefined if the file doesn't exist. */
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
