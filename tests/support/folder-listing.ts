import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns path, size and modification time of everything in a folder, so that comparing two listings shows any change. */
export function folderListing(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const { size, mtimeMs, mode } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs} ${mode.toString(8)}`;
    });
}
