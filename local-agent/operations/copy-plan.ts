import { basename, dirname, join } from "node:path";
import type { WorkFields } from "../../shared/contract/agent/work.ts";
import { sizeOf } from "../archive/on-disk.ts";
import { Refused } from "../refused.ts";
import { checkRoom } from "../room.ts";
import type { WorkGround } from "../work/work-context.ts";
import { placesOf, type Source } from "./places.ts";

type Fields = WorkFields<"files.rename-copies">;

/** Decides where everything goes, where there is room for it. @throws Refused */
export async function copyPlan(
  { sources: wanted, folder: name, subfolder, server, floorBytes }: Fields,
  ground: WorkGround,
) {
  const places = await placesOf(ground.host, ground.servers(server));
  const sources: Source[] = [];
  for (const source of wanted) sources.push(await places.source(source));
  const names = new Set(sources.map(({ path }) => basename(path).toLowerCase()));
  if (names.size < sources.length) throw new Refused("not-allowed", "two of the files have the same name");
  const folder = await places.folder(name, subfolder);
  const { path, root } = await places.place(join(folder, "name.fmp12.new"));
  const sizes = await Promise.all(sources.map((source) => sizeOf(source.path)));
  await checkRoom(
    sizes.map((bytes) => ({ folder: root, bytes: 2 * bytes })),
    floorBytes,
  );
  return { sources, folder: dirname(path), root };
}
