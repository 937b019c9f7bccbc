import { basename, dirname, join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { bareDatabaseName, fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { containersOf } from "../../disk/containers.ts";
import { checkDiskSpace } from "../../disk/disk-space.ts";
import { found, sizeOf } from "../../disk/on-disk.ts";
import { checkWriteAccess } from "../../disk/write-access.ts";
import { Refused } from "../../refused.ts";
import type { PlanContext } from "../../tasks/task-context.ts";
import { fileLocations, type Source } from "../file-locations.ts";
import { workFolder } from "../swap.ts";

type Fields = TaskFields<"files.rename">;

/** Move of a file or folder through a temporary path on the new disk, so that names can be swapped. */
interface FileMove {
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
  readonly ways: readonly FileMove[];
}

/** Plans all paths, and checks the disk space and write access. @throws Refused */
export async function renamePlans(
  { renames, server, floorBytes }: Fields,
  context: PlanContext,
): Promise<RenamePlan[]> {
  const locations = await fileLocations(context.host, context.servers(server));
  const movedAway = new Set(renames.filter(({ isCopy }) => !isCopy).map(({ file }) => normalizedDatabaseName(file)));
  const taken = new Set<string>();
  const plans: RenamePlan[] = [];
  for (const [index, request] of renames.entries()) {
    const source = await locations.source(request.file);
    const newName = fullDatabaseName(request.newName);
    const normalized = normalizedDatabaseName(newName);
    const namesake = locations.hostedAs(newName);
    if (taken.has(normalized) || (namesake !== undefined && !movedAway.has(normalized)))
      throw new Refused("in-use", `${namesake?.filename ?? newName} already exists`);
    taken.add(normalized);
    const folder =
      request.folder === undefined && request.subfolder === undefined
        ? dirname(source.path)
        : await locations.folder(request.folder ?? "default", request.subfolder);
    const { path: to, root } = await locations.at(join(folder, newName));
    if ((await found(to)) !== undefined && !movedAway.has(normalized))
      throw new Refused("in-use", `${newName} already exists`);
    plans.push({
      source,
      newName,
      root,
      isCopy: request.isCopy,
      ways: await movesOf({ source, to, root, request, index, context }),
    });
  }
  const copies = plans.flatMap(({ ways, root }) => ways.filter(({ isCopy }) => isCopy).map((way) => ({ root, way })));
  const needs: { folder: string; bytes: number }[] = [];
  for (const { root, way } of copies) needs.push({ folder: root, bytes: await sizeOf(way.from) });
  await checkDiskSpace(needs, floorBytes);
  // A moved file leaves its folder; a copied one doesn't.
  const ways = plans.flatMap((plan) => plan.ways);
  const left = ways.filter(({ isCopy }) => !isCopy).map(({ from }) => dirname(from));
  await checkWriteAccess([...left, ...ways.flatMap(({ between, to }) => [dirname(between), dirname(to)])]);
  return plans;
}

interface MoveRequest {
  readonly source: Source;
  readonly to: string;
  readonly root: string;
  readonly request: Fields["renames"][number];
  readonly index: number;
  readonly context: PlanContext;
}

/** Returns the moves of a file, and of its container folder if that moves with it. */
async function movesOf({ source, to, root, request, index, context }: MoveRequest): Promise<FileMove[]> {
  const between = workFolder(root, context.process, index);
  const { isCopy } = request;
  const file = { from: source.path, between: join(between, "file", basename(to)), to, isCopy };
  const containers = {
    from: containersOf(source.path),
    between: join(between, "containers", bareDatabaseName(basename(to))),
    to: containersOf(to),
    isCopy,
  };
  const hasContainers = (await found(containers.from)) !== undefined && (!isCopy || request.withContainers);
  return hasContainers ? [file, containers] : [file];
}
