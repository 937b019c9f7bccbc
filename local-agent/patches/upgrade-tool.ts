import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../disk/make-folder.ts";
import { Refused } from "../refused.ts";
import type { TaskContext } from "../tasks/task-context.ts";

/** Patch to apply to a file. */
export interface PatchCall {
  readonly source: string;
  readonly patch: string;
  readonly target: string;
  readonly username: string;
  readonly password: string;
  readonly encryptionKey: string | undefined;
  readonly patchKey: string | undefined;
}

/** Log that the tool writes next to its result: the number of changed objects per catalog. */
const resultsName = "XMLDeserializeResults.log";
const maxResults = 40;

/** Checks with FMUpgradeTool whether a patch matches, and creates the patched file. @throws Refused with the tool's message */
export async function applyPatch(context: TaskContext, call: PatchCall): Promise<void> {
  const { target } = call;
  await rm(dirname(target), { recursive: true, force: true });
  await makeFolder(dirname(target), 0o775);
  await validatePatch(context, call);
  await run(context, "FMUpgradeTool", ["--update", ...inputs(call), "-dest_path", target, "-force", "-v"]);
  await logResults(context, dirname(target));
}

/** Checks a patch against a file, with the file's account. @throws Refused with the tool's message */
export function validatePatch(context: TaskContext, call: Omit<PatchCall, "target">): Promise<void> {
  return run(context, "FMUpgradeTool", ["--validatePatch", ...inputs(call)]);
}

function inputs({ source, patch, username, password, encryptionKey: key, patchKey }: Omit<PatchCall, "target">) {
  return [
    ...["-src_path", source, "-src_account", username, "-src_pwd", password],
    ...(key ? ["-src_key", key] : []),
    ...["-patch_path", patch, ...(patchKey ? ["-patch_key", patchKey] : [])],
  ];
}

/** Checks a file for damage. @throws Refused */
export function verifyFile(context: TaskContext, path: string, encryptionKey: string | undefined): Promise<void> {
  return run(context, "FMDeveloperTool", ["--checkConsistency", path, ...(encryptionKey ? ["-e", encryptionKey] : [])]);
}

async function run(context: TaskContext, tool: string, args: readonly string[]): Promise<void> {
  const { exitCode, output } = await context.tool(tool, args);
  if (exitCode === 0) return;
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  throw new Refused(
    "failed",
    `${tool} ${args[0]} failed (exit code: ${exitCode ?? "none"}): ${lines.at(-1) ?? "no output"}`,
  );
}

/** Logs the tool's counts for users, because the tool also reports success if nothing was changed. */
async function logResults({ say }: TaskContext, folder: string): Promise<void> {
  let text: string;
  try {
    text = await readFile(join(folder, resultsName), "utf8");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return; // Not written by every release.
    throw thrown;
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  for (const line of lines.slice(0, maxResults)) say("info", `FMUpgradeTool: ${line}`);
}
