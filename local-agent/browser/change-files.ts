import { link, lstat, mkdir, rename, rmdir, unlink } from "node:fs/promises";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { nameRefusal, normalizedHostName } from "#shared/agent/protocol/host-name.ts";
import type { HostLocation } from "../disk/host-location.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { checkTag, entryOf } from "./entry.ts";
import { type Folder, namesake, parentAndName, withFolder } from "./folder.ts";

/** Creates one folder in an existing one. */
export function makeFolder(host: Host, location: HostLocation): Promise<ReplyOf<"browser.makeFolder">> {
  const { parent, name } = newLocation(location);
  return withFolder(host, parent, async (folder) => {
    await refuseNamesake(folder, name);
    await mkdir(folder.at(name), { mode: 0o775 });
    await folder.sync();
    return entryOf(folder.at(name), name);
  });
}

/** Renames a file or folder, or moves it on the same disk. Only overwrites with `isReplacing`. */
export function moveFile(
  host: Host,
  { toRoot, toPath, isReplacing, tag, ...location }: FieldsOf<"browser.move">,
): Promise<ReplyOf<"browser.move">> {
  const from = parentAndName(location);
  const to = newLocation({ root: toRoot, path: toPath });
  if (location.root === toRoot && toPath.startsWith(`${location.path}/`))
    throw new Refused("not-allowed", "a folder can't be moved into itself");
  return withFolder(host, from.parent, (source) =>
    withFolder(host, to.parent, async (target) => {
      const moved = await entryOf(source.at(from.name), from.name);
      if (moved.kind === "other") throw new Refused("wrong-kind", "neither a file nor a folder");
      checkTag(moved.tag, tag);
      const isRenamed = location.root === toRoot && from.parent.path === to.parent.path;
      const isSpelling = isRenamed && normalizedHostName(from.name) === normalizedHostName(to.name);
      const other = await namesake(target, to.name);
      if (other !== undefined && !(isSpelling && other === from.name)) {
        if (!isReplacing || other !== to.name) throw exists(other);
        if (moved.kind !== "file" || !(await lstat(target.at(other))).isFile())
          throw new Refused("wrong-kind", "only a file can replace a file");
        await rename(source.at(from.name), target.at(to.name));
      } else if (moved.kind === "file" && !isSpelling) await moveAside(source.at(from.name), target.at(to.name));
      else await moveFolder(source.at(from.name), target.at(to.name), isSpelling);
      await Promise.all([source.sync(), target.sync()]);
      return entryOf(target.at(to.name), to.name);
    }),
  );
}

/** Creates a hard link first: the system rejects an existing name, while a rename would overwrite it. */
export async function moveAside(from: string | Buffer, to: string | Buffer): Promise<void> {
  try {
    await link(from, to);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "EEXIST") throw exists();
    if (code === "EXDEV") throw otherDisk();
    // Disks without hard links, such as FAT.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "ENOSYS" && code !== "EMLINK")
      throw thrown;
    await rename(from, to);
    return;
  }
  await unlink(from);
}

/**
 * Moves a folder. First creates an empty folder to reserve the name: a rename atomically replaces only that. Windows rejects existing names
 * itself.
 */
export async function moveFolder(from: string | Buffer, to: string | Buffer, isSpelling = false): Promise<void> {
  const holds = !isSpelling && process.platform !== "win32";
  if (holds) await mkdir(to);
  try {
    await rename(from, to);
  } catch (thrown) {
    if (holds) await rmdir(to);
    throw (thrown as NodeJS.ErrnoException).code === "EXDEV" ? otherDisk() : thrown;
  }
}

/** Returns the location of something new, with a name that means the same on every system. @throws Refused */
export function newLocation(location: HostLocation): ReturnType<typeof parentAndName> {
  const found = parentAndName(location);
  const refusal = nameRefusal(found.name);
  if (refusal !== undefined) throw new Refused("not-allowed", refusal);
  return found;
}

/** @throws Refused */
export async function refuseNamesake(folder: Folder, name: string): Promise<void> {
  const other = await namesake(folder, name);
  if (other !== undefined) throw exists(other);
}

export function exists(name?: string): Refused {
  return new Refused("exists", name === undefined ? "the name is already in use" : `\`${name}\` already exists`);
}

function otherDisk(): Refused {
  return new Refused("not-allowed", "the destination is on another disk: copy it instead");
}
