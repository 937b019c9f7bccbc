import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import type { TaskKind } from "../../tasks/task-context.ts";
import { swapBack, swapIn } from "../swap.ts";
import { tryOnCopy } from "../try-on-copy.ts";
import { workDirectory } from "../work-directory.ts";
import { checkUnchanged, markOf } from "./check-unchanged.ts";
import { opensWithSecret } from "./tool-arguments.ts";
import { writeDraft } from "./transform-draft.ts";
import { transformPlans } from "./transform-plan.ts";

type Fields = TaskFields<"files.transform">;

/** Transforms each file with FMDeveloperTool, then replaces all files or none. */
export const transform: TaskKind<"files.transform"> = {
  files: ({ files }) =>
    files.flatMap(({ target }) => {
      if (target.form === "paths") return [target.source, target.target];
      return target.form === "hosted" ? [target.file, target.filename] : [target.file];
    }),

  plan: transformPlans,

  async run(fields, context) {
    const { transformation, files, server, force, message } = fields;
    const { step, say, progress } = context;
    const fileServer = context.servers(server);
    const count = { done: 0, total: files.length, unit: "files" };

    progress({ phase: "looking", ...count });
    const plans = await step({ name: "look", perform: async () => transformPlans(fields, context) });

    const directory = workDirectory(
      context,
      plans.map(({ root }) => root),
    );
    await directory.open();

    for (const [index, { hostedAs: file, isOpen, root, target }] of plans.entries())
      if (file !== null && isOpen && opensWithSecret(transformation, files[index]))
        await tryOnCopy(context, { index, file, root, server }, (source, folder) =>
          writeDraft(context, transformation, { source, draft: join(folder, basename(target)) }, files[index]),
        );

    progress({ phase: "closing", ...count });
    for (const [index, plan] of plans.entries()) {
      const { hostedAs: name } = plan;
      if (name === null || !plan.isOpen) continue;
      await step({
        name: `close ${index}`,
        perform: async () => {
          await fileServer.close([name], { force, message });
          say("info", `Closed ${name}`);
        },
        undo: async () => {
          await fileServer.open([{ filename: name, key: files[index]?.currentEncryptionKey }]);
          say("info", `Reopened ${name}, unchanged`);
        },
      });
    }

    const marks: (string | null)[] = [];
    for (const [index, plan] of plans.entries()) {
      progress({ phase: "working", ...count, done: index });
      const mark = await step({
        name: `draft ${index}`,
        async perform() {
          await writeDraft(context, transformation, plan, files[index]);
          return markOf(plan.source);
        },
        undo: () => rm(dirname(plan.draft), { recursive: true, force: true }),
      });
      marks.push(mark);
    }

    progress({ phase: "swapping", ...count });
    for (const [index, plan] of plans.entries())
      await step({
        name: `swap ${index}`,
        async perform() {
          await checkUnchanged(plan, { mark: marks[index], force, files: () => fileServer.files() });
          await swapIn(plan);
        },
        undo: () => swapBack(plan),
      });

    for (const [index, plan] of plans.entries()) {
      progress({ phase: "opening", ...count, done: index });
      const { hostedAs: name } = plan;
      if (name === null || !plan.isOpen) continue;
      const key = plan.isInPlace ? keyAfterChange(transformation, files[index]) : files[index]?.currentEncryptionKey;
      await step({
        name: `open ${index}`,
        perform: async () => {
          await fileServer.open([{ filename: name, key }]);
          say("info", `Opened ${name}`);
        },
        // The new file is removed again, so no client can have it open.
        ...(plan.isInPlace && { undo: () => fileServer.close([name], { force: true, message }) }),
      });
    }

    await context.commit();
    await directory.clear();
    for (const { target } of plans) say("success", `Made ${basename(target)}`);
    progress({ done: plans.length });
    return { state: "done", reason: null };
  },
};

/** Returns the encryption key that opens the changed file. */
function keyAfterChange(
  transformation: Fields["transformation"],
  opener: Fields["files"][number] | undefined,
): string | undefined {
  if (transformation.operation === "encrypt") return transformation.encryptionKey;
  return transformation.operation === "decrypt" ? undefined : opener?.currentEncryptionKey;
}
