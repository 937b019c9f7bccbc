import type { BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import type { BrowserEntry } from "#shared/agent/protocol/commands/browser-commands.ts";
import type { HostLocation } from "../disk/host-location.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { parentAndName, withFolder } from "./folder.ts";

/** A file or folder as it is now. */
export function entryAt(host: Host, location: HostLocation): Promise<BrowserEntry> {
  if (location.path === "") return withFolder(host, location, (folder) => entryOf(folder.at("."), ""));
  const { parent, name } = parentAndName(location);
  return withFolder(host, parent, (folder) => entryOf(folder.at(name), name));
}

/** What is neither file nor folder, a link for example, is told as `other`. */
export async function entryOf(path: string, name: string): Promise<BrowserEntry> {
  const stats = await lstat(path, { bigint: true });
  return {
    name,
    kind: stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other",
    sizeBytes: stats.isFile() ? Number(stats.size) : 0,
    modifiedAt: Number(stats.mtimeMs),
    tag: tagOf(stats),
  };
}

/** Changes whenever a file is another one, or is written. */
export function tagOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].map((number) => number.toString(36)).join("-");
}

/** @throws Refused when it is not what the caller has seen */
export function checkTag(found: string, wanted: string | undefined): void {
  if (wanted !== undefined && wanted !== found) throw new Refused("changed", "it was changed in between");
}
