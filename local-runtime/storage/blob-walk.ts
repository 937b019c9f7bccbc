import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { checkName } from "#shared/ports/limits/blob-limits.ts";
import { fileMark } from "./blob-names.ts";
import { hasCode } from "./file-errors.ts";

const maxNames = 1000;

/** Returns one page of names in code unit order. */
export async function listBlobs(
  folder: string,
  { prefix, limit = maxNames, cursor }: { readonly prefix: string; readonly limit?: number; readonly cursor?: string },
): Promise<{ readonly names: readonly string[]; readonly cursor?: string }> {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxNames) {
    throw new RangeError(`A page has 1 to ${maxNames} names, not ${limit}`);
  }
  const names: string[] = [];
  for await (const name of walk(folder, "", prefix, cursor === undefined ? "" : nameAt(cursor))) {
    const last = names.at(-1);
    if (last !== undefined && names.length === limit) return { names, cursor: Buffer.from(last).toString("base64url") };
    names.push(name);
  }
  return { names };
}

/** Yields names after `after` that start with `prefix`; folders without such names aren't read. */
async function* walk(folder: string, above: string, prefix: string, after: string): AsyncGenerator<string, void> {
  // A folder is sorted with its slash: `a-b` comes before `a/b`, and `a0` after it.
  const entries = (await entriesOf(folder)).flatMap((entry) => nameOf(entry, above)).sort(byCodeUnit);
  for (const name of entries) {
    if (!name.endsWith("/")) {
      if (name > after && name.startsWith(prefix)) yield name;
    } else if ((name > after || after.startsWith(name)) && (name.startsWith(prefix) || prefix.startsWith(name))) {
      yield* walk(join(folder, name.slice(above.length)), name, prefix, after);
    }
  }
}

function nameOf(entry: Dirent, above: string): readonly string[] {
  if (entry.isDirectory())
    return entry.name.endsWith(fileMark) || entry.name.startsWith(fileMark) ? [] : [`${above}${entry.name}/`];
  return entry.isFile() && entry.name.endsWith(fileMark) ? [`${above}${entry.name.slice(0, -fileMark.length)}`] : [];
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    // Its last blob was deleted meanwhile.
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}

function byCodeUnit(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function nameAt(cursor: string): string {
  const name = Buffer.from(cursor, "base64url").toString();
  checkName(name);
  return name;
}
