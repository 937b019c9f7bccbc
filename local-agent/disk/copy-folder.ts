import { chmod, copyFile, lstat, mkdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { entriesIn, systemPath } from "./undecoded-names.ts";

/**
 * Copies a folder with all of its contents, including names that aren't UTF-8, which Node's own copy doesn't find. Copies links as links.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  const { mode } = await lstat(systemPath(from));
  await mkdir(systemPath(to));
  for await (const entry of entriesIn(from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else if (entry.isSymbolicLink())
      await symlink(await readlink(systemPath(source), { encoding: "buffer" }), systemPath(target));
    else await copyFile(systemPath(source), systemPath(target));
  }
  // Last, because nothing can be created in a read-only folder.
  await chmod(systemPath(to), mode);
}
