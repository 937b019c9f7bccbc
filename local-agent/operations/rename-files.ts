import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { found } from "../archive/on-disk.ts";
import type { WorkOf } from "../work/work-context.ts";
import { openFiles } from "./closed-files.ts";
import { copyTo, moveTo } from "./move.ts";
import { renamePlans } from "./rename-plan.ts";
import { roomForWork } from "./room-for-work.ts";

/** Gives files other names or places, with what they store outside of themselves: all of them, or none. */
export const renameFiles: WorkOf<"files.rename"> = {
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
    const keyOf = (place: number) => renames[place]?.encryptionKey;

    const room = roomForWork(
      context,
      plans.map(({ root }) => root),
    );
    await room.open();

    progress({ phase: "closing", ...count });
    const open = openFiles(context, fileServer, { sources, keyOf, force, message });
    await open.close();

    progress({ phase: "moving", ...count });
    const ways = plans.flatMap((plan) => plan.ways);
    for (const [place, { from, between, isCopy }] of ways.entries())
      await step({
        name: `take ${place}`,
        perform: () => (isCopy ? copyTo(from, between) : moveTo(from, between)),
        undo: () => (isCopy ? rm(between, { recursive: true, force: true }) : moveTo(between, from)),
      });
    for (const [place, { between, to }] of ways.entries())
      await step({
        name: `put ${place}`,
        perform: () => moveTo(between, to),
        undo: () => backFrom(to, between),
      });

    progress({ phase: "opening", ...count });
    for (const [place, { source, newName, isCopy }] of plans.entries()) {
      if (!source.isOpen) continue;
      await step({
        name: `open new ${place}`,
        async perform() {
          await fileServer.open(newName, keyOf(place));
          say("info", `Opened ${newName}`);
        },
        undo: () => fileServer.close([newName], { force: true, message }),
      });
      if (isCopy && source.hostedAs !== null) {
        const original = source.hostedAs;
        await step({ name: `open ${place}`, perform: () => fileServer.open(original, keyOf(place)) });
      }
    }

    await context.commit();
    await room.clear();
    for (const { source, newName, isCopy } of plans)
      say("success", `${isCopy ? "Copied" : "Renamed"} ${basename(source.path)} to ${newName}`);
    progress({ done: renames.length });
    return { state: "done", reason: null };
  },
};

/** What was put there may have been put away again by an undo that was broken off. */
async function backFrom(to: string, between: string): Promise<void> {
  if ((await found(between)) === undefined) await moveTo(to, between);
}
