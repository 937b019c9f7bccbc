import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { found } from "../../disk/on-disk.ts";
import type { TaskKind } from "../../tasks/task-context.ts";
import { copyTo, moveTo } from "../move.ts";
import { openFiles } from "../open-files.ts";
import { tryOnCopy, withKey } from "../try-on-copy.ts";
import { workDirectory } from "../work-directory.ts";
import { renamePlans } from "./rename-plan.ts";

/** Renames or moves all files with their external containers, or none. */
export const renameFiles: TaskKind<"files.rename"> = {
  files: ({ renames }) => renames.flatMap(({ file, newName }) => [file, newName]),

  plan: renamePlans,

  async run(fields, context) {
    const { renames, server, force, message } = fields;
    const { step, say, progress } = context;
    const fileServer = context.servers(server);
    const count = { done: 0, total: renames.length, unit: "files" };

    progress({ phase: "looking", ...count });
    const plans = await step({ name: "look", perform: () => renamePlans(fields, context) });
    const sources = plans.map(({ source }) => source);
    const keyOf = (index: number) => renames[index]?.encryptionKey;

    const directory = workDirectory(
      context,
      plans.map(({ root }) => root),
    );
    await directory.open();

    for (const [index, { source, root }] of plans.entries()) {
      const [file, key] = [source.hostedAs, keyOf(index)];
      if (file !== null && source.isOpen && key !== undefined)
        await tryOnCopy(context, { index, file, root, server }, withKey(context, key));
    }

    progress({ phase: "closing", ...count });
    const open = openFiles(context, fileServer, { sources, keyOf, force, message });
    await open.close();

    progress({ phase: "moving", ...count });
    const ways = plans.flatMap((plan) => plan.ways);
    for (const [index, { from, between, isCopy }] of ways.entries())
      await step({
        name: `take ${index}`,
        perform: () => (isCopy ? copyTo(from, between) : moveTo(from, between)),
        undo: () => (isCopy ? rm(between, { recursive: true, force: true }) : moveTo(between, from)),
      });
    for (const [index, { between, to }] of ways.entries())
      await step({
        name: `put ${index}`,
        perform: () => moveTo(between, to),
        undo: () => backFrom(to, between),
      });

    progress({ phase: "opening", ...count });
    for (const [index, { source, newName, isCopy }] of plans.entries()) {
      if (!source.isOpen) continue;
      await step({
        name: `open new ${index}`,
        async perform() {
          await fileServer.open([{ filename: newName, key: keyOf(index) }]);
          say("info", `Opened ${newName}`);
        },
        undo: () => fileServer.close([newName], { force: true, message }),
      });
      if (isCopy && source.hostedAs !== null) {
        const original = source.hostedAs;
        await step({
          name: `open ${index}`,
          perform: () => fileServer.open([{ filename: original, key: keyOf(index) }]),
        });
      }
    }

    await context.commit();
    await directory.clear();
    for (const { source, newName, isCopy } of plans)
      say("success", `${isCopy ? "Copied" : "Renamed"} ${basename(source.path)} to ${newName}`);
    progress({ done: renames.length });
    return { state: "done", reason: null };
  },
};

/** Moves a file back, unless an interrupted undo already did. */
async function backFrom(to: string, between: string): Promise<void> {
  if ((await found(between)) === undefined) await moveTo(to, between);
}
