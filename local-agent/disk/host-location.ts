import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import type * as z from "zod";
import type { HostPath, HostRoot } from "#shared/agent/protocol/host-path.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { nameText, systemPath } from "./undecoded-names.ts";

/** File or folder by its root and its path below. */
export interface HostLocation {
  readonly root: HostRoot;
  readonly path: z.infer<typeof HostPath>;
}

/** Returns a location's path on this machine as text. Follows links in the root's own path, but never below it. @throws Refused */
export async function pathOf(host: Host, { root, path }: HostLocation): Promise<string> {
  const base = await realpath(host.roots[root]);
  const full = path === "" ? base : join(base, ...path.split("/"));
  if (full !== base && !full.startsWith(base.endsWith(sep) ? base : base + sep))
    throw new Refused("not-allowed", "the path is outside of its folder");
  const real = await realpath(systemPath(full), { encoding: "buffer" });
  if (nameText(real) !== full) await refuseLinks(base, path);
  return full;
}

/** Rejects links. Another spelling that the file system treats as the same name isn't a link. */
async function refuseLinks(base: string, path: string): Promise<void> {
  let full = base;
  for (const name of path.split("/")) {
    full = join(full, name);
    if ((await lstat(systemPath(full))).isSymbolicLink())
      throw new Refused("not-allowed", "a link points outside of its folder");
  }
}

/** Opens a file for reading while `use` runs. @throws Refused */
export async function withFile<T>(
  host: Host,
  location: HostLocation,
  use: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(systemPath(await pathOf(host, location)), flags);
  try {
    if (!(await handle.stat()).isFile()) throw new Refused("wrong-kind", "not a file");
    return await use(handle);
  } finally {
    await handle.close();
  }
}
