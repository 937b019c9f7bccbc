import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Everything below a folder: path, size and when it was changed, so that two listings show whether anything changed between them. */
export function folderListing(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => {
      const { size, mtimeMs, mode } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs} ${mode.toString(8)}`;
    });
}
