import { Refused } from "../refused.ts";
import type { TaskContext, ToolEnd } from "../tasks/task-context.ts";

/** Runs FMDeveloperTool. @throws Refused with the tool's message if it fails */
export async function runDeveloperTool(context: TaskContext, args: readonly string[]): Promise<void> {
  const ended = await context.tool("FMDeveloperTool", args);
  if (ended.exitCode !== 0) throw new Refused("failed", sentenceOf(ended));
}

interface XmlRequest {
  /** Account, password, and the option for the encryption key if there is one. */
  readonly opener: readonly string[];
  readonly target: string;
  readonly withInfo: boolean;
}

/** Writes the structure of a closed file as XML. @throws Refused */
export async function saveAsXml(
  context: TaskContext,
  source: string,
  { opener, target, withInfo }: XmlRequest,
): Promise<void> {
  const info = withInfo ? ["-include_ddrinfo"] : [];
  await runDeveloperTool(context, ["--saveAsXML", source, ...opener, "-t", target, ...info]);
}

/** Returns why a tool failed, in its own last words. */
export function sentenceOf({ exitCode, output }: ToolEnd): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return `FMDeveloperTool failed (exit code: ${exitCode ?? "none"}): ${lines.at(-1) ?? "no output"}`;
}
