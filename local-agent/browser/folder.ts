import { constants } from "node:fs";
import { type FileHandle, lstat, open, readlink } from "node:fs/promises";
import { join } from "node:path";
import { draftPrefix } from "#shared/agent/protocol/commands/browser-commands.ts";
import { normalizedHostName } from "#shared/agent/protocol/host-name.ts";
import type { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { type HostLocation, pathOf } from "../disk/host-location.ts";
import { entriesIn, nameText, systemPath } from "../disk/undecoded-names.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";

/** Folder that is kept open during an operation, so that changes of its path have no effect. */
export interface Folder {
  /** Returns the path of an entry for file system calls. */
  at(name: string): string | Buffer;
  /** Path of the folder itself for file system calls. */
  readonly here: string;
  /** Writes its entries to disk. */
  sync(): Promise<void>;
}

const isLinux = process.platform === "linux";

/**
 * Opens a folder while `use` runs. On Linux, all calls use the open folder, so that no other program can insert a link between check and
 * use; elsewhere, they use the checked path.
 * @throws Refused
 */
export async function withFolder<T>(
  host: Host,
  location: HostLocation,
  use: (folder: Folder) => Promise<T>,
): Promise<T> {
  if (location.path.split("/").some(isDraft)) throw new Refused("not-found", "not found");
  const full = await pathOf(host, location);
  if (!isLinux) {
    if (!(await lstat(full)).isDirectory()) throw new Refused("wrong-kind", "not a folder");
    return use({ at: (name) => join(full, name), here: full, sync: async () => undefined });
  }
  const handle = await open(systemPath(full), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const here = `/proc/self/fd/${handle.fd}`;
    // Another process changed the path in between, and it now leads elsewhere.
    if (nameText(await readlink(here, { encoding: "buffer" })) !== full)
      throw new Refused("not-allowed", "the file or folder was moved meanwhile");
    return await use({ at: (name) => systemPath(`${here}/${name}`), here, sync: () => handle.sync() });
  } finally {
    await handle.close();
  }
}

/** Returns a location's folder and its name there. @throws Refused for a root, which has none */
export function parentAndName({ root, path }: HostLocation): { readonly parent: HostLocation; readonly name: string } {
  const end = path.lastIndexOf("/");
  const name = path.slice(end + 1);
  if (path === "") throw new Refused("not-allowed", "this is one of FileMaker Server's own folders");
  if (isDraft(name)) throw new Refused("not-found", "not found");
  return { parent: { root, path: end < 0 ? "" : path.slice(0, end) }, name };
}

/** True for names of unfinished or half-deleted entries. */
export function isDraft(name: string): boolean {
  return normalizedHostName(name).startsWith(draftPrefix);
}

/** Opens a file for reading while `use` runs. @throws Refused */
export function withOpenFile<T>(host: Host, location: HostLocation, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const { parent, name } = parentAndName(location);
  return withFolder(host, parent, async (folder) => {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const file = await open(folder.at(name), flags);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new Refused("wrong-kind", "not a file");
      if (isForeignLink(location.root, stats)) throw new Refused("not-allowed", "the file has another hard link");
      return await use(file);
    } finally {
      await file.close();
    }
  });
}

/**
 * True if a file may be a hard link that a user of the host made to a file elsewhere. FileMaker Server itself makes hard links for files of
 * its backups and their containers, so they are allowed there. Decision 0028.
 */
export function isForeignLink(root: HostRoot, { nlink }: { readonly nlink: number | bigint }): boolean {
  return Number(nlink) > 1 && !linkedByServer.has(root);
}

const linkedByServer: ReadonlySet<HostRoot> = new Set<HostRoot>(["databases", "secure", "backups"]);

/** Returns the entry of a folder that some system or client would consider the same name. */
export async function namesake(folder: Folder, name: string): Promise<string | undefined> {
  const normalized = normalizedHostName(name);
  let alike: string | undefined;
  for await (const entry of entriesIn(folder.here)) {
    if (entry.name === name) return name;
    if (normalizedHostName(entry.name) === normalized) alike = entry.name;
  }
  return alike;
}
