import { constants } from "node:fs";
import { type FileHandle, lstat, open, readlink } from "node:fs/promises";
import { join } from "node:path";
import { draftPrefix } from "#shared/agent/protocol/commands/browser-commands.ts";
import { foldedName } from "#shared/agent/protocol/host-name.ts";
import type { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { type HostLocation, pathOf } from "../disk/host-location.ts";
import { entriesIn, nameText, systemPath } from "../disk/undecoded-names.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";

/** A folder that is held while something is done in it: what becomes of its path meanwhile changes nothing. */
export interface Folder {
  /** Where an entry of it is, for calls of the file system. */
  at(name: string): string | Buffer;
  /** The folder itself, for calls of the file system. */
  readonly here: string;
  /** Brings its entries to the disk. */
  sync(): Promise<void>;
}

const isLinux = process.platform === "linux";

/**
 * Opens a folder, for as long as `use` takes. On Linux everything goes by the open folder itself, so that no other program can put a link in
 * its way between look and deed; elsewhere by the path that was looked at. @throws Refused
 */
export async function withFolder<T>(
  host: Host,
  location: HostLocation,
  use: (folder: Folder) => Promise<T>,
): Promise<T> {
  if (location.path.split("/").some(isDraft)) throw new Refused("not-found", "it is not there");
  const full = await pathOf(host, location);
  if (!isLinux) {
    if (!(await lstat(full)).isDirectory()) throw new Refused("wrong-kind", "it is no folder");
    return use({ at: (name) => join(full, name), here: full, sync: async () => undefined });
  }
  const handle = await open(systemPath(full), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const here = `/proc/self/fd/${handle.fd}`;
    // Another process changed the path in between, and it leads elsewhere now.
    if (nameText(await readlink(here, { encoding: "buffer" })) !== full)
      throw new Refused("not-allowed", "it was moved while it was opened");
    return await use({ at: (name) => systemPath(`${here}/${name}`), here, sync: () => handle.sync() });
  } finally {
    await handle.close();
  }
}

/** A place's folder, and its name there. @throws Refused for a root, which has none */
export function parentAndName({ root, path }: HostLocation): { readonly parent: HostLocation; readonly name: string } {
  const end = path.lastIndexOf("/");
  const name = path.slice(end + 1);
  if (path === "") throw new Refused("not-allowed", "it is one of FileMaker Server's own folders");
  if (isDraft(name)) throw new Refused("not-found", "it is not there");
  return { parent: { root, path: end < 0 ? "" : path.slice(0, end) }, name };
}

/** Whether a name is of something that is on its way, and so not there yet or not there any more. */
export function isDraft(name: string): boolean {
  return foldedName(name).startsWith(draftPrefix);
}

/** Opens a file to be read, for as long as `use` takes. @throws Refused */
export function withOpenFile<T>(host: Host, location: HostLocation, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const { parent, name } = parentAndName(location);
  return withFolder(host, parent, async (folder) => {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const file = await open(folder.at(name), flags);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new Refused("wrong-kind", "it is no file");
      if (isForeignLink(location.root, stats)) throw new Refused("not-allowed", "the file has a second name elsewhere");
      return await use(file);
    } finally {
      await file.close();
    }
  });
}

/**
 * Whether a file may be one from elsewhere, to which a user of the host gave a second name here. FileMaker Server itself gives
 * second names to files of its backups and their containers, so there they are no reason to refuse. Decision 0028.
 */
export function isForeignLink(root: HostRoot, { nlink }: { readonly nlink: number | bigint }): boolean {
  return Number(nlink) > 1 && !linkedByServer.has(root);
}

const linkedByServer: ReadonlySet<HostRoot> = new Set<HostRoot>(["databases", "secure", "backups"]);

/** The entry of a folder that some system or client would take for the same name. */
export async function namesake(folder: Folder, name: string): Promise<string | undefined> {
  const folded = foldedName(name);
  let alike: string | undefined;
  for await (const entry of entriesIn(folder.here)) {
    if (entry.name === name) return name;
    if (foldedName(entry.name) === folded) alike = entry.name;
  }
  return alike;
}
