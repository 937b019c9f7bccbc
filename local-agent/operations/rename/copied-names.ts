import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { found } from "../../disk/on-disk.ts";
import type { Source } from "../file-locations.ts";

interface Copy {
  readonly name: string;
  readonly inode: string;
}

/** Returns the copies in a folder under their current names. */
export async function copiesIn(folder: string): Promise<readonly Copy[]> {
  const names = (await readdir(folder)).filter((name) => /\.fmp12$/i.test(name)).sort();
  return Promise.all(names.map(async (name) => ({ name, inode: String((await found(join(folder, name)))?.ino) })));
}

/** Returns the source of each copy: by its inode, or because only one is missing; null if neither decides it. */
export function copyOrigins(sources: readonly Source[], before: readonly Copy[], after: readonly Copy[]) {
  const gone = before.filter(({ name }) => !after.some((copy) => copy.name === name));
  const pathOf = (name: string | undefined) => sources.find(({ path }) => basename(path) === name)?.path ?? null;
  return after.map(({ name, inode }) => {
    const same = before.find((copy) => copy.name === name) ?? before.find((copy) => copy.inode === inode);
    return { name, from: pathOf(same?.name ?? (gone.length === 1 ? gone[0]?.name : undefined)) };
  });
}
