import { basename, dirname, join } from "node:path";
import type { WorkFields } from "../../shared/contract/agent/work.ts";
import { bareDatabaseName, foldedDatabaseName, fullDatabaseName } from "../../shared/contract/database-name.ts";
import { containersOf } from "../archive/containers.ts";
import { found, sizeOf } from "../archive/on-disk.ts";
import { Refused } from "../refused.ts";
import { checkRoom } from "../room.ts";
import type { WorkGround } from "../work/work-context.ts";
import { placesOf, type Source } from "./places.ts";
import { workFolder } from "./swap.ts";

type Fields = WorkFields<"files.rename">;

/** A file or a folder on its way, by a place of its own on the new disk: so names may be exchanged. */
interface Way {
  readonly from: string;
  readonly between: string;
  readonly to: string;
  readonly isCopy: boolean;
}

export interface RenamePlan {
  readonly source: Source;
  readonly newName: string;
  readonly root: string;
  readonly isCopy: boolean;
  readonly ways: readonly Way[];
}

/** Decides where everything goes, where there is room for it. @throws Refused */
export async function renamePlans({ renames, server, floorBytes }: Fields, ground: WorkGround): Promise<RenamePlan[]> {
  const places = await placesOf(ground.host, ground.servers(server));
  const leaving = new Set(renames.filter(({ isCopy }) => !isCopy).map(({ file }) => foldedDatabaseName(file)));
  const taken = new Set<string>();
  const plans: RenamePlan[] = [];
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
      ways: await waysOf({ source, to, root, wish, place, ground }),
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
  readonly ground: WorkGround;
}

/** The file, and the folder of its containers where it has one that goes with it. */
async function waysOf({ source, to, root, wish, place, ground }: Wanted): Promise<Way[]> {
  const between = workFolder(root, ground.process, place);
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
