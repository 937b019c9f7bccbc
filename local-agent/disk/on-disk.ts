import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** What lies at a path, links unfollowed; undefined where nothing does. */
export async function found(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
}

/** The regular files of a folder and of all below it, as paths from it with slashes. Links are none. */
export async function filesBelow(folder: string, relativePath = ""): Promise<readonly string[]> {
  const entries = await readdir(join(folder, relativePath), { withFileTypes: true });
  const parts = await Promise.all(
    entries.map(async (entry) => {
      const path = relativePath === "" ? entry.name : `${relativePath}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(folder, path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return parts.flat().sort();
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
