import { link, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FieldsOf, ReplyOf } from "../../shared/contract/agent/command.ts";
import { fullDatabaseName } from "../../shared/contract/database-name.ts";
import { hostedNamed } from "../archive/hosted-file.ts";
import { found, syncFolder } from "../archive/on-disk.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { containersOf } from "./move-to-trash.ts";
import { trashed } from "./sidecar.ts";

/** Puts a deleted file back where it was, under its name or another. Nothing that is there is ever replaced. */
export async function restoreFromTrash(
  host: Host,
  { id, filename }: FieldsOf<"trash.restore">,
): Promise<ReplyOf<"trash.restore">> {
  const { entry, place, base } = await trashed(host, id);
  const name = filename === undefined ? entry.filename : fullDatabaseName(filename);
  const [kept, folder] = [join(place, entry.filename), join(base, entry.folder)];
  const target = join(folder, name);
  await refuseTaken(host, name, kept, target);
  const [keptContainers, containers] = [containersOf(place, entry.filename), containersOf(folder, name)];
  const hasContainers = (await found(keptContainers)) !== undefined;
  if (hasContainers && (await found(containers)) !== undefined)
    throw new Refused("taken", "its containers would come where others are");
  await mkdir(folder, { recursive: true, mode: 0o775 });
  if (hasContainers) {
    await mkdir(dirname(containers), { recursive: true, mode: 0o775 });
    await rename(keptContainers, containers);
  }
  await linkOnce(kept, target);
  await syncFolder(folder);
  await rm(place, { recursive: true });
  return { filename: name, root: entry.root, folder: entry.folder };
}

/** The server knows neither case nor folder: a name is free only where no hosted file has it. */
async function refuseTaken(host: Host, name: string, kept: string, target: string): Promise<void> {
  const ours = await found(kept);
  for (const { path } of await hostedNamed(host, name)) {
    // Cut off between its two names, the last time.
    const other = await found(path);
    if (path === target && other !== undefined && other.ino === ours?.ino && other.dev === ours.dev) continue;
    throw new Refused("taken", "a hosted file has this name");
  }
}

/** A second name and then no first: unlike a rename this never takes the place of another file. */
async function linkOnce(kept: string, target: string): Promise<void> {
  try {
    await link(kept, target);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
    const [ours, there] = [await found(kept), await found(target)];
    if (ours === undefined || there?.ino !== ours.ino || there.dev !== ours.dev)
      throw new Refused("taken", "a hosted file has this name", { cause: thrown });
  }
}
