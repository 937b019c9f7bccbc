import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { WorkFields } from "../../shared/contract/agent/work.ts";
import { bareDatabaseName, foldedDatabaseName, fullDatabaseName } from "../../shared/contract/database-name.ts";
import { found, sizeOf } from "../archive/on-disk.ts";
import { Refused } from "../refused.ts";
import { checkRoom } from "../room.ts";
import type { WorkContext, WorkOf } from "../work/work-context.ts";
import { openFiles } from "./closed-files.ts";
import { copyTo, moveTo } from "./move.ts";
import { placesOf, type Source } from "./places.ts";
import { roomForWork } from "./room-for-work.ts";
import { workFolder } from "./swap.ts";

type Fields = WorkFields<"files.rename">;

/** A file or a folder on its way, by a place of its own on the new disk: so names may be exchanged. */
interface Way {
  readonly from: string;
  readonly between: string;
  readonly to: string;
  readonly isCopy: boolean;
}

interface Plan {
  readonly source: Source;
  readonly newName: string;
  readonly root: string;
  readonly isCopy: boolean;
  readonly ways: readonly Way[];
}

/** Gives files other names or places, with what they store outside of themselves: all of them, or none. */
export const renameFiles: WorkOf<"files.rename"> = {
  files: ({ renames }) => renames.flatMap(({ file, newName }) => [file, newName]),

  async run(fields, context) {
    const { renames, server, force, message } = fields;
    const { step, say, progress } = context;
    const fileServer = context.servers(server);
    const count = { done: 0, total: renames.length, unit: "files" };

    progress({ phase: "looking", ...count });
    const plans = await step({ name: "look", perform: () => planned(fields, context) });
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

async function planned({ renames, server, floorBytes }: Fields, context: WorkContext): Promise<Plan[]> {
  const places = await placesOf(context.host, context.servers(server));
  const leaving = new Set(renames.filter(({ isCopy }) => !isCopy).map(({ file }) => foldedDatabaseName(file)));
  const taken = new Set<string>();
  const plans: Plan[] = [];
  for (const [place, wish] of renames.entries()) {
    const source = await places.source(wish.file);
    const newName = fullDatabaseName(wish.newName);
    const folded = foldedDatabaseName(newName);
    const namesake = places.hostedAs(newName);
    if (taken.has(folded) || (namesake !== undefined && !leaving.has(folded)))
      throw new Refused("in-use", `${namesake?.filename ?? newName} is there already`);
    taken.add(folded);
    const folder =
      wish.folder === undefined && wish.subfolder === undefined
        ? dirname(source.path)
        : await places.folder(wish.folder ?? "default", wish.subfolder);
    const { path: to, root } = await places.place(join(folder, newName));
    if ((await found(to)) !== undefined && !leaving.has(folded))
      throw new Refused("in-use", `${newName} is there already`);
    plans.push({
      source,
      newName,
      root,
      isCopy: wish.isCopy,
      ways: await waysOf({ source, to, root, wish, place, context }),
    });
  }
  const copies = plans.flatMap(({ ways, root }) => ways.filter(({ isCopy }) => isCopy).map((way) => ({ root, way })));
  const needs: { folder: string; bytes: number }[] = [];
  for (const { root, way } of copies) needs.push({ folder: root, bytes: await sizeOf(way.from) });
  await checkRoom(needs, floorBytes);
  return plans;
}

interface Wanted {
  readonly source: Source;
  readonly to: string;
  readonly root: string;
  readonly wish: Fields["renames"][number];
  readonly place: number;
  readonly context: WorkContext;
}

/** The file, and the folder of its containers where it has one that goes with it. */
async function waysOf({ source, to, root, wish, place, context }: Wanted): Promise<Way[]> {
  const between = workFolder(root, context.process, place);
  const { isCopy } = wish;
  const file = { from: source.path, between: join(between, "file", basename(to)), to, isCopy };
  const containers = {
    from: containersOf(source.path),
    between: join(between, "containers", bareDatabaseName(basename(to))),
    to: containersOf(to),
    isCopy,
  };
  const hasContainers = (await found(containers.from)) !== undefined && (!isCopy || wish.withContainers);
  return hasContainers ? [file, containers] : [file];
}

/** Where FileMaker Server keeps what a file stores outside of itself. */
export function containersOf(path: string): string {
  return join(dirname(path), "RC_Data_FMS", bareDatabaseName(basename(path)));
}
