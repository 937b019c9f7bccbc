import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { entriesIn, systemPath } from "./undecoded-names.ts";

/** What lies at a path, links unfollowed; undefined where nothing does. */
export async function found(path: string | Buffer): Promise<Stats | undefined> {
  try {
    return await lstat(typeof path === "string" ? systemPath(path) : path);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
}

/** The regular files of a folder and of all below it, as paths from it with slashes. Links are none. */
export async function filesBelow(folder: string, relativePath = ""): Promise<readonly string[]> {
  const parts: Promise<readonly string[]>[] = [];
  for await (const entry of entriesIn(join(folder, relativePath))) {
    const path = relativePath === "" ? entry.name : `${relativePath}/${entry.name}`;
    if (entry.isDirectory()) parts.push(filesBelow(folder, path));
    else if (entry.isFile()) parts.push(Promise.resolve([path]));
  }
  return (await Promise.all(parts)).flat().sort();
}

/** How many bytes a file has, or all files of a folder together; none where nothing is. */
export async function sizeOf(path: string): Promise<number> {
  const stats = await found(path);
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.isFile() ? stats.size : 0;
  const sizes = await Promise.all(
    (await filesBelow(path)).map(async (relativePath) => (await found(join(path, relativePath)))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
