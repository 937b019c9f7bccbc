import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

/** At most so many entries are counted while the caller waits. */
const mostEntries = 20_000;

/** How many bytes a file has, or the files of a folder together: of very many, those that come first. */
export async function bytesBelow(top: string): Promise<number> {
  const waiting = [top];
  let bytes = 0;
  let entries = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const stats = await lstat(path);
    if (stats.isFile()) bytes += stats.size;
    if (!stats.isDirectory()) continue;
    for await (const { name } of await opendir(path)) {
      entries += 1;
      if (entries > mostEntries) return bytes;
      waiting.push(join(path, name));
    }
  }
  return bytes;
}
