import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { containersOf } from "../../disk/containers.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { found } from "../../disk/on-disk.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext, TaskKind } from "../../tasks/task-context.ts";
import { runDeveloperTool } from "../developer-tool.ts";
import { fileLocations } from "../file-locations.ts";
import { copyTo } from "../move.ts";
import { openFiles } from "../open-files.ts";
import { type Swap, swapBack, swapIn, workFolder } from "../swap.ts";
import { toolArguments } from "../transform/tool-arguments.ts";
import { type Attempt, tryOnCopy, withKey } from "../try-on-copy.ts";
import { workDirectory } from "../work-directory.ts";
import { copiesIn, copyOrigins } from "./copied-names.ts";
import { copyPlan } from "./copy-plan.ts";

type Fields = TaskFields<"files.rename-copies">;

/** Makes copies of files under other names with FMDeveloperTool, which updates their references to each other. */
export const renameCopies: TaskKind<"files.rename-copies"> = {
  files: ({ sources }) => sources,

  plan: copyPlan,

  async run(fields, context) {
    const { server, force, message, currentEncryptionKey } = fields;
    const { step, say, progress } = context;
    const fileServer = context.servers(server);
    const count = { done: 0, total: fields.sources.length, unit: "files" };

    progress({ phase: "looking", ...count });
    const { sources, folder, root } = await step({ name: "look", perform: () => copyPlan(fields, context) });
    const directory = workDirectory(context, [root]);
    await directory.open();
    const attempt = attemptOf(fields, context);
    for (const [index, { hostedAs: file, isOpen }] of sources.entries())
      if (file !== null && isOpen && attempt !== undefined)
        await tryOnCopy(context, { index, file, root, server }, attempt);

    progress({ phase: "closing", ...count });
    const open = openFiles(context, fileServer, { sources, keyOf: () => currentEncryptionKey, force, message });
    await open.close();

    progress({ phase: "copying", ...count });
    const work = workFolder(root, context.process, 0);
    const copies = join(work, "copies");
    await step({
      name: "copies",
      async perform() {
        await rm(copies, { recursive: true, force: true });
        for (const { path } of sources) await copyTo(path, join(copies, basename(path)));
      },
      undo: () => rm(copies, { recursive: true, force: true }),
    });
    await open.reopen();

    progress({ phase: "working", ...count });
    const { drafts, ways } = await step({
      name: "names",
      async perform() {
        // Copies that an earlier attempt renamed aren't renamed again.
        const attempts = join(work, "drafts");
        await rm(attempts, { recursive: true, force: true });
        const drafts = join(attempts, randomUUID());
        for (const { path } of sources) await copyTo(join(copies, basename(path)), join(drafts, basename(path)));
        const before = await copiesIn(drafts);
        if (fields.regex !== undefined) await renamed(fields, fields.regex, context, drafts);
        return { drafts, ways: copyOrigins(sources, before, await copiesIn(drafts)) };
      },
      undo: () => rm(join(work, "drafts"), { recursive: true, force: true }),
    });
    // The tool's results are only known now.
    const swaps = ways.map(({ name }, index) => ({
      draft: join(drafts, name),
      target: join(folder, name),
      kept: join(workFolder(root, context.process, index), "kept", name),
    }));
    const containers = fields.withContainers ? ways.map((way, index) => containersTo(folder, swaps[index], way)) : [];
    await step({
      name: "targets",
      async perform() {
        const locations = await fileLocations(context.host, fileServer);
        for (const { target } of swaps) {
          const { path } = await locations.at(target);
          const namesake = locations.hostedAs(basename(path));
          const isThere = (await found(path)) !== undefined;
          if (namesake?.isOpen === true || (namesake !== undefined && !isThere) || (isThere && !force))
            throw new Refused("in-use", `${basename(path)} already exists`);
        }
        // Containers of a file that no longer exists are data too.
        for (const { from, target } of containers)
          if (!force && (await found(from)) !== undefined && (await found(target)) !== undefined)
            throw new Refused("in-use", `${basename(target)} already has a container folder`);
      },
    });

    progress({ phase: "moving", ...count });
    for (const [index, swap] of swaps.entries())
      await step({ name: `swap ${index}`, perform: () => swapIn(swap), undo: () => swapBack(swap) });
    for (const [index, { from, ...swap }] of containers.entries()) {
      await step({
        name: `copy containers ${index}`,
        async perform() {
          if ((await found(from)) !== undefined) await copyTo(from, swap.draft);
        },
        undo: () => rm(swap.draft, { recursive: true, force: true }),
      });
      await step({
        name: `containers ${index}`,
        async perform() {
          if ((await found(from)) !== undefined) await swapIn(swap);
        },
        undo: () => swapBack(swap),
      });
    }

    progress({ phase: "opening", ...count });
    await context.commit();
    await directory.clear();
    for (const { from, name } of ways) say("success", `Copied ${from === null ? "a file" : basename(from)} to ${name}`);
    progress({ done: ways.length });
    return { state: "done", reason: null };
  },
};

/** Returns the swap of a file's external containers. @throws Refused */
function containersTo(folder: string, file: Swap | undefined, { from, name }: { from: string | null; name: string }) {
  if (from === null || file === undefined) throw new Refused("failed", `the original of the copy ${name} is unknown`);
  return {
    from: containersOf(from),
    draft: `${file.draft} containers`,
    target: containersOf(join(folder, name)),
    kept: `${file.kept} containers`,
  };
}

/** Returns what to try on a copy: the account if there is one, otherwise the encryption password if there is one. */
function attemptOf({ username, password, currentEncryptionKey }: Fields, context: TaskContext): Attempt | undefined {
  if (username !== undefined)
    return async (source, folder) => {
      await makeFolder(folder, 0o775);
      const opener = { username, password, currentEncryptionKey, source, draft: join(folder, "copy.fmp12") };
      await runDeveloperTool(context, toolArguments({ operation: "compress" }, opener));
    };
  return currentEncryptionKey === undefined ? undefined : withKey(context, currentEncryptionKey);
}

async function renamed(
  { username, password, currentEncryptionKey, replacement }: Fields,
  regex: string,
  context: TaskContext,
  folder: string,
) {
  const account = username === undefined ? [] : [username, password ?? ""];
  const key = currentEncryptionKey === undefined ? [] : ["-e", currentEncryptionKey];
  await runDeveloperTool(context, ["--renameFiles", folder, ...account, "-rg", regex, "-rt", replacement, ...key]);
}
