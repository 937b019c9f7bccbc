import type { BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import type { BrowserEntry } from "#shared/agent/protocol/commands/browser-commands.ts";
import type { HostLocation } from "../disk/host-location.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { parentAndName, withFolder } from "./folder.ts";

/** Returns the current state of a file or folder. */
export function entryAt(host: Host, location: HostLocation): Promise<BrowserEntry> {
  if (location.path === "") return withFolder(host, location, (folder) => entryOf(folder.at("."), ""));
  const { parent, name } = parentAndName(location);
  return withFolder(host, parent, (folder) => entryOf(folder.at(name), name));
}

/** Returns an entry. Anything else, such as a link, has the kind `other`. */
export async function entryOf(path: string | Buffer, name: string): Promise<BrowserEntry> {
  return entryFrom(await lstat(path, { bigint: true }), name);
}

/** Returns an entry from known attributes. */
export function entryFrom(stats: BigIntStats, name: string): BrowserEntry {
  return {
    name,
    kind: stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other",
    sizeBytes: stats.isFile() ? Number(stats.size) : 0,
    modifiedAt: Number(stats.mtimeMs),
    tag: tagOf(stats),
  };
}

/** Returns a value that changes if a file is replaced or written. */
export function tagOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].map((number) => number.toString(36)).join("-");
}

/** @throws Refused if it isn't the version that the caller has seen */
export function checkTag(found: string, wanted: string | undefined): void {
  if (wanted !== undefined && wanted !== found) throw new Refused("changed", "the file or folder changed meanwhile");
}
