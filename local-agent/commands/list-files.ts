import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { listingEntries } from "#shared/agent/protocol/commands/file-commands.ts";
import type { HostEntry } from "#shared/agent/protocol/host-path.ts";
import { pathOf } from "../disk/host-location.ts";
import { namesIn, systemPath } from "../disk/undecoded-names.ts";
import type { Host } from "../host.ts";

export async function listFiles(
  host: Host,
  { cursor, ...location }: FieldsOf<"file.list">,
): Promise<ReplyOf<"file.list">> {
  const folder = await pathOf(host, location);
  const names = (await namesIn(folder)).filter((name) => cursor === undefined || name > cursor).sort();
  const page = names.slice(0, listingEntries);
  const entries = await Promise.all(page.map((name) => entryAt(folder, name)));
  return {
    entries: entries.filter((entry) => entry !== undefined),
    cursor: names.length > page.length ? (page.at(-1) ?? null) : null,
  };
}

/** Returns undefined if it was deleted since it was listed. */
async function entryAt(folder: string, name: string): Promise<HostEntry | undefined> {
  try {
    return await entryOf(join(folder, name), name);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
}

/** Returns the current state of a file or folder. Anything else, such as a link, has the kind `other`. */
export async function entryOf(full: string, name: string): Promise<HostEntry> {
  const stats = await lstat(systemPath(full));
  return {
    name,
    kind: stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other",
    sizeBytes: stats.isFile() ? stats.size : 0,
    modifiedAt: Math.floor(stats.mtimeMs),
  };
}
