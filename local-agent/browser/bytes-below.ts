import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { entriesIn, nameText, systemPath } from "../disk/undecoded-names.ts";

/** Maximum number of entries to count while the caller waits. */
const maxEntries = 20_000;

/** Returns the bytes of a file, or of all files in a folder: for very large folders, only of the first files. */
export async function bytesBelow(top: string | Buffer): Promise<number> {
  const waiting = [typeof top === "string" ? top : nameText(top)];
  let bytes = 0;
  let entries = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const stats = await lstat(systemPath(path));
    if (stats.isFile()) bytes += stats.size;
    if (!stats.isDirectory()) continue;
    for await (const { name } of entriesIn(path)) {
      entries += 1;
      if (entries > maxEntries) return bytes;
      waiting.push(join(path, name));
    }
  }
  return bytes;
}
