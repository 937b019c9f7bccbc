import { basename, dirname, join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { checkDiskSpace } from "../../disk/disk-space.ts";
import { sizeOf } from "../../disk/on-disk.ts";
import { checkWriteAccess } from "../../disk/write-access.ts";
import { Refused } from "../../refused.ts";
import type { PlanContext } from "../../tasks/task-context.ts";
import { fileLocations, type Source } from "../file-locations.ts";

type Fields = TaskFields<"files.rename-copies">;

/** Plans all paths, and checks the disk space and write access. @throws Refused */
export async function copyPlan(
  { sources: wanted, folder: name, subfolder, server, floorBytes }: Fields,
  context: PlanContext,
) {
  const locations = await fileLocations(context.host, context.servers(server));
  const sources: Source[] = [];
  for (const source of wanted) sources.push(await locations.source(source));
  const names = new Set(sources.map(({ path }) => basename(path).toLowerCase()));
  if (names.size < sources.length) throw new Refused("not-allowed", "two of the files have the same name");
  const folder = await locations.folder(name, subfolder);
  const { path, root } = await locations.at(join(folder, "name.fmp12.new"));
  const sizes = await Promise.all(sources.map((source) => sizeOf(source.path)));
  await checkDiskSpace(
    sizes.map((bytes) => ({ folder: root, bytes: 2 * bytes })),
    floorBytes,
  );
  await checkWriteAccess([dirname(path)]);
  return { sources, folder: dirname(path), root };
}
