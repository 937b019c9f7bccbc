import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import { runDeveloperTool } from "../developer-tool.ts";
import { finishDraft } from "../swap.ts";
import { toolArguments, uuidSubcommand } from "./tool-arguments.ts";
import type { TransformPlan } from "./transform-plan.ts";

type Fields = TaskFields<"files.transform">;

/** Runs the tool to write the draft from the beginning. A tool of an earlier run of the agent writes into another folder. */
export async function writeDraft(
  context: TaskContext,
  transformation: Fields["transformation"],
  { source, draft }: Pick<TransformPlan, "source" | "draft">,
  opener: Fields["files"][number] | undefined,
): Promise<void> {
  await rm(dirname(draft), { recursive: true, force: true });
  const folder = join(dirname(draft), randomUUID());
  await makeFolder(folder, 0o775);
  const made = join(folder, basename(draft));
  let from = source;
  let key = opener?.currentEncryptionKey;
  if (transformation.operation === "encrypt" && key) {
    // An encrypted file is decrypted first: the tool only encrypts unencrypted files.
    from = join(folder, `${basename(draft)}.decrypted.fmp12`);
    await runDeveloperTool(context, toolArguments({ operation: "decrypt" }, { ...opener, source, draft: from }));
    key = undefined;
  }
  const found = transformation.operation === "new-uuid" ? await subcommandFound(context) : undefined;
  const call = { ...opener, currentEncryptionKey: key, source: from, draft: made, found };
  await runDeveloperTool(context, toolArguments(transformation, call));
  await finishDraft(made, source).catch((cause: unknown) => {
    throw new Refused("failed", "FMDeveloperTool reported success but made no file", { cause });
  });
  await rename(made, draft);
  await rm(folder, { recursive: true });
}

async function subcommandFound(context: TaskContext): Promise<string> {
  const { output } = await context.tool("FMDeveloperTool", ["--help"]);
  const found = uuidSubcommand(output);
  if (found === undefined) throw new Refused("tool-missing", "this FMDeveloperTool can't change a file's UUID");
  return found;
}
