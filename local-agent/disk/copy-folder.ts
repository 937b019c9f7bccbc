import { chmod, copyFile, lstat, mkdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { entriesIn, systemPath } from "./undecoded-names.ts";

/**
 * Copies a folder with all that is in it, whatever bytes the names are made of: Node's own copy takes names for UTF-8, and does
 * not find the others. Links are copied as they are.
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
  // Last: a folder that is for reading only takes nothing more.
  await chmod(systemPath(to), mode);
}
