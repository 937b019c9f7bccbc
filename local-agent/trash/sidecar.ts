import { mkdir, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonIn } from "../../shared/contract/agent/frame.ts";
import { TrashEntry } from "../../shared/contract/agent/trash-commands.ts";
import { baseOf, type HostingRoot, hostingRoots } from "../archive/hosted-file.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";

/** A deleted file where it lies. */
export interface Trashed {
  readonly entry: TrashEntry;
  /** Its own folder, with the file, its containers and the sidecar in it. */
  readonly place: string;
  /** Of the root that it came from, on this machine. */
  readonly base: string;
}

const sidecar = "latchkey-trash.json";
const isId = (name: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

/**
 * Where deleted files of a root lie. FileMaker Server looks for no files below `Removed`, and it is on the same disk as they were,
 * so that a file goes there and back in one step.
 */
export function trashFolder(base: string): string {
  return join(base, "Removed", "Latchkey");
}

/** The deleted file with this id. @throws Refused not-found */
export async function trashed(host: Host, id: string): Promise<Trashed> {
  const found = await knownTrash(host, id);
  if (found === undefined) throw new Refused("not-found", "it is not in the trash");
  return found;
}

/** The deleted file with this id, where it was begun to be deleted. */
export async function knownTrash(host: Host, id: string): Promise<Trashed | undefined> {
  for (const base of await bases(host)) {
    const found = await read(base.base, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Ids of everything in the trash, newest first: ids begin with their time. */
export async function trashedIds(host: Host): Promise<readonly string[]> {
  const names = await Promise.all((await bases(host)).map(({ base }) => namesIn(trashFolder(base))));
  return names.flat().filter(isId).sort().reverse();
}

/** Every trash folder that there is, with the names in it. */
export async function trashFolders(host: Host) {
  return Promise.all(
    (await bases(host)).map(async ({ base }) => ({
      folder: trashFolder(base),
      names: await namesIn(trashFolder(base)),
    })),
  );
}

/** Makes a place for a file that is about to be deleted, and writes down where it comes from, before it goes. */
export async function makePlace(base: string, entry: TrashEntry): Promise<Trashed> {
  const place = join(trashFolder(base), entry.id);
  await mkdir(place, { recursive: true, mode: 0o775 });
  const file = await open(join(place, sidecar), "w", 0o664);
  try {
    await file.writeFile(`${JSON.stringify(entry, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return { entry, place, base };
}

async function read(base: string, id: string): Promise<Trashed | undefined> {
  const place = join(trashFolder(base), id);
  try {
    const entry = TrashEntry.safeParse(jsonIn(await readFile(join(place, sidecar), "utf8")));
    // What somebody else has put there is none of ours.
    return entry.success && entry.data.id === id ? { entry: entry.data, place, base } : undefined;
  } catch (thrown) {
    if (["ENOENT", "ENOTDIR"].includes((thrown as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw thrown;
  }
}

async function bases(host: Host): Promise<readonly { readonly root: HostingRoot; readonly base: string }[]> {
  const found = await Promise.all(hostingRoots.map(async (root) => ({ root, base: await baseOf(host, root) })));
  return found.flatMap(({ root, base }) => (base === undefined ? [] : [{ root, base }]));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return []; // Nothing was ever deleted.
    throw thrown;
  }
}
