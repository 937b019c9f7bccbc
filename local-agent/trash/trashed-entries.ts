import { open, readdir, readFile, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { draftPrefix } from "#shared/agent/protocol/commands/browser-commands.ts";
import { TrashEntry } from "#shared/agent/protocol/commands/trash-commands.ts";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { normalizedHostName } from "#shared/agent/protocol/host-name.ts";
import type { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { baseOf, hostingRoots } from "../disk/hosted-file.ts";
import { makeFolder } from "../disk/make-folder.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";

/** File or folder in the trash. */
export interface Trashed {
  readonly entry: TrashEntry;
  /** Its own folder, with the sidecar and a hosted file's containers. */
  readonly entryFolder: string;
  /** Path of the deleted file or folder. */
  readonly kept: string;
  /** Local path of the root folder that contained it before it was deleted. */
  readonly base: string;
}

const sidecar = "latchkey-trash.json";
const isId = (name: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

type TrashRoot = Extract<HostRoot, "databases" | "secure" | "documents" | "backups">;
interface TrashBase {
  readonly root: TrashRoot;
  readonly base: string;
}

const trashRoots: readonly TrashRoot[] = [...hostingRoots, "documents", "backups"];

/** True if files in the trash of a root were hosted. Otherwise they came from the file browser. */
export function isHosted(root: HostRoot): boolean {
  return hostingRoots.some((hosting) => hosting === root);
}

/**
 * Returns the trash folder of a root: on the same disk as its files, so that they move there and back in one step. FileMaker Server doesn't
 * look for files below `Removed`; in the other folders, the file browser hides names that begin like this.
 */
function trashFolder({ root, base }: TrashBase): string {
  return isHosted(root) ? join(base, "Removed", "Latchkey") : join(base, `${draftPrefix}trash`);
}

/** Returns the deleted file or folder with this ID. @throws Refused not-found */
export async function trashed(host: Host, id: string): Promise<Trashed> {
  const found = await knownTrash(host, id);
  if (found === undefined) throw new Refused("not-found", "not found in the trash");
  return found;
}

/** Returns a deletion with this ID, even if it is incomplete. */
export async function knownTrash(host: Host, id: string): Promise<Trashed | undefined> {
  for (const base of await bases(host)) {
    const found = await read(base, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the IDs of everything in the trash, newest first: IDs begin with their time. */
export async function trashedIds(host: Host): Promise<readonly string[]> {
  const names = await Promise.all((await bases(host)).map((base) => namesIn(trashFolder(base))));
  return names.flat().filter(isId).sort().reverse();
}

/** Returns all existing trash folders and the names in them. */
export async function trashFolders(host: Host) {
  return Promise.all(
    (await bases(host)).map(async (base) => ({
      folder: trashFolder(base),
      names: await namesIn(trashFolder(base)),
    })),
  );
}

/** Returns the trash folder of a root, which may not exist yet. @throws Refused not-found if the server doesn't have the root */
export async function trashFolderOf(host: Host, root: HostRoot): Promise<string> {
  const base = (await bases(host)).find((one) => one.root === root);
  if (base === undefined) throw new Refused("not-found", "its folder no longer exists");
  return trashFolder(base);
}

/** Creates a folder for what is about to be deleted, and records its origin in advance. @throws Refused */
export async function makeEntryFolder(host: Host, entry: TrashEntry): Promise<Trashed> {
  const base = (await bases(host)).find(({ root }) => root === entry.root);
  if (base === undefined) throw new Refused("not-found", "its folder no longer exists");
  const found = foundIn(base, entry);
  await makeFolder(dirname(found.kept), 0o775);
  const { entryFolder } = found;
  if (!(await isOurs(entryFolder))) throw new Refused("not-allowed", "the trash folder is a link");
  const file = await open(join(entryFolder, sidecar), "w", 0o664);
  try {
    await file.writeFile(`${JSON.stringify(entry, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return found;
}

async function read(base: TrashBase, id: string): Promise<Trashed | undefined> {
  const entryFolder = join(trashFolder(base), id);
  try {
    if (!(await isOurs(entryFolder))) return undefined;
    const entry = TrashEntry.safeParse(jsonIn(await readFile(join(entryFolder, sidecar), "utf8")));
    // Created by another program; not ours.
    return entry.success && entry.data.id === id && entry.data.root === base.root
      ? foundIn(base, entry.data)
      : undefined;
  } catch (thrown) {
    if (["ENOENT", "ENOTDIR"].includes((thrown as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw thrown;
  }
}

/** True if no link leads there: an account that can write documents could have created one. */
async function isOurs(path: string): Promise<boolean> {
  return normalizedHostName(await realpath(path)) === normalizedHostName(path);
}

/** Returns an entry's paths. Files from the file browser can have any name, so they aren't next to the sidecar. */
function foundIn(base: TrashBase, entry: TrashEntry): Trashed {
  const entryFolder = join(trashFolder(base), entry.id);
  const kept = isHosted(base.root) ? join(entryFolder, entry.filename) : join(entryFolder, "kept", entry.filename);
  return { entry, entryFolder, kept, base: base.base };
}

async function bases(host: Host): Promise<readonly TrashBase[]> {
  const found = await Promise.all(trashRoots.map(async (root) => ({ root, base: await baseOf(host, root) })));
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
