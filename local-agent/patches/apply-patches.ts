import { rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { copyTo } from "../operations/move.ts";
import { openFiles } from "../operations/open-files.ts";
import { finishDraft, swapBack, swapIn } from "../operations/swap.ts";
import { tryOnCopy } from "../operations/try-on-copy.ts";
import { workDirectory } from "../operations/work-directory.ts";
import { Refused } from "../refused.ts";
import type { TaskContext, TaskKind } from "../tasks/task-context.ts";
import { type PatchPlan, patchPlans } from "./patch-plan.ts";
import { applyPatch, validatePatch, verifyFile } from "./upgrade-tool.ts";

type FileRequest = TaskFields<"files.patch">["files"][number];

/** Patches files with FMUpgradeTool, which creates a new file from each. Replaces all files or none. */
export const applyPatches: TaskKind<"files.patch"> = {
  files: ({ files }) => files.map(({ file }) => file),

  plan: patchPlans,

  async run(fields, context) {
    const { files, server, force, message, keepBackup } = fields;
    const { step, say, progress } = context;
    const fileServer = context.servers(server);
    const count = { done: 0, total: files.length, unit: "files" };

    progress({ phase: "looking", ...count });
    const plans = await step({ name: "look", perform: () => patchPlans(fields, context) });
    const pairs = plans.flatMap((plan, index) => {
      const request = files[index];
      return request === undefined ? [] : [{ plan, wish: request, place: index }];
    });
    const directory = workDirectory(
      context,
      plans.map(({ root }) => root),
    );
    await directory.open();
    for (const { plan, wish: request, place: index } of pairs)
      await step({
        name: `patches ${index}`,
        perform: () => copyPatches(plan, request),
        undo: () => rm(plan.drafts, { recursive: true, force: true }),
      });

    for (const { plan, wish: request, place: index } of pairs) {
      const { hostedAs: file, isOpen, root } = plan;
      if (file !== null && isOpen)
        await tryOnCopy(context, { index, file, root, server }, (source) =>
          validatePatch(context, patchCall(plan, request, { number: 0, source })),
        );
    }

    progress({ phase: "closing", ...count });
    const open = openFiles(context, fileServer, {
      sources: plans,
      keyOf: (index) => files[index]?.currentEncryptionKey,
      force,
      message,
    });
    await open.close();

    for (const { plan, place: index } of pairs) {
      progress({ phase: "backing up", ...count, done: index });
      await step({
        name: `back up ${index}`,
        async perform() {
          await copyTo(plan.source, plan.backup);
          if (keepBackup) say("info", `Saved the original of ${basename(plan.source)}: ${plan.backup}`);
        },
        undo: () => removeBackup(plan.backup),
      });
    }

    const total = pairs.reduce((sum, { wish: request }) => sum + request.patches.length, 0);
    let patched = 0;
    for (const { plan, wish: request, place: index } of pairs)
      for (const number of request.patches.keys()) {
        progress({ phase: "patching", done: patched, total, unit: "patches" });
        await step({ name: `patch ${index} ${number}`, perform: () => patchOne(context, plan, request, number) });
        patched += 1;
      }

    for (const { plan, wish: request, place: index } of pairs) {
      progress({ phase: "verifying", ...count, done: index });
      const verify = () => verifyFile(context, plan.draft, request.currentEncryptionKey);
      await step({ name: `verify ${index}`, perform: verify });
    }

    progress({ phase: "swapping", ...count });
    for (const { plan, place: index } of pairs)
      await step({ name: `swap ${index}`, perform: () => swapIn(plan), undo: () => swapBack(plan) });

    for (const { plan, wish: request, place: index } of pairs) {
      progress({ phase: "opening", ...count, done: index });
      const { hostedAs: name } = plan;
      if (name === null || !plan.isOpen) continue;
      await step({
        name: `open ${index}`,
        async perform() {
          await fileServer.open([{ filename: name, key: request.currentEncryptionKey }]);
          say("info", `Opened ${name}`);
        },
        // The new file is removed again, so no client can have it open.
        undo: () => fileServer.close([name], { force: true, message }),
      });
    }

    await context.commit();
    await directory.clear();
    for (const { plan, wish: request } of pairs)
      say("success", `${basename(plan.target)}: ${request.patches.length} applied`);
    progress({ done: files.length });
    return { state: "done", reason: null };
  },
};

const patchPath = ({ drafts }: PatchPlan, number: number) => join(drafts, "patches", `${number}.xml`);
const outcomePath = ({ drafts, target }: PatchPlan, number: number) => join(drafts, `${number}`, basename(target));

/** Copies the patches, so that they can't change while they are applied. */
async function copyPatches(plan: PatchPlan, { patches }: FileRequest): Promise<void> {
  await makeFolder(join(plan.drafts, "patches"), 0o775);
  for (const [number, patch] of patches.entries()) {
    const from = plan.patches[number] ?? null;
    if ("xml" in patch) await writeFile(patchPath(plan, number), patch.xml);
    else if (from !== null) await copyTo(from, patchPath(plan, number));
  }
}

/** Deletes a copy that is no longer needed, and its folder with the last one. */
async function removeBackup(path: string): Promise<void> {
  await rm(path, { force: true });
  await rmdir(dirname(path)).catch((thrown: NodeJS.ErrnoException) => {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(thrown.code ?? "")) throw thrown;
  });
}

/** Returns the arguments of a patch, with the account of its file. */
function patchCall(
  plan: PatchPlan,
  { username, password, currentEncryptionKey: encryptionKey, patches }: FileRequest,
  { number, source }: { readonly number: number; readonly source: string },
) {
  const patch = patches[number];
  const patchKey = patch !== undefined && "encryptionKey" in patch ? patch.encryptionKey : undefined;
  return { source, patch: patchPath(plan, number), username, password, encryptionKey, patchKey };
}

/** Applies one patch. Each patch creates a new file from the previous one; at most two of them exist at a time. */
async function patchOne(context: TaskContext, plan: PatchPlan, request: FileRequest, number: number): Promise<void> {
  if (number > 1) await rm(dirname(outcomePath(plan, number - 2)), { recursive: true, force: true });
  const target = outcomePath(plan, number);
  const source = number === 0 ? plan.source : outcomePath(plan, number - 1);
  await applyPatch(context, { ...patchCall(plan, request, { number, source }), target });
  await finishDraft(target, plan.source).catch((cause: unknown) => {
    throw new Refused("failed", "FMUpgradeTool reported success but made no file", { cause });
  });
  context.say("info", `${basename(plan.target)}: patch ${number + 1} of ${request.patches.length} applied`);
}
