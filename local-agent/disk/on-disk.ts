import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { entriesIn, systemPath } from "./undecoded-names.ts";

/** Returns the attributes of a path without following links, or undefined if nothing exists there. */
export async function found(path: string | Buffer): Promise<Stats | undefined> {
  try {
    return await lstat(typeof path === "string" ? systemPath(path) : path);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
}

/** Returns the regular files in a folder and all of its subfolders, as relative paths with slashes. Excludes links. */
export async function filesBelow(folder: string, relativePath = ""): Promise<readonly string[]> {
  const parts: Promise<readonly string[]>[] = [];
  for await (const entry of entriesIn(join(folder, relativePath))) {
    const path = relativePath === "" ? entry.name : `${relativePath}/${entry.name}`;
    if (entry.isDirectory()) parts.push(filesBelow(folder, path));
    else if (entry.isFile()) parts.push(Promise.resolve([path]));
  }
  return (await Promise.all(parts)).flat().sort();
}

/** Returns the bytes of a file, or of all files in a folder; 0 if nothing exists. */
export async function sizeOf(path: string): Promise<number> {
  const stats = await found(path);
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.isFile() ? stats.size : 0;
  const sizes = await Promise.all(
    (await filesBelow(path)).map(async (relativePath) => (await found(join(path, relativePath)))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
