import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { checkTarget, readClosed, ToolError } from "../process/open-file.ts";
import type { Subcommand } from "./subcommand.ts";

/** Renames the files of a folder with a list of old and new names, or with a pattern. */
export const renameFiles: Subcommand = {
  values: ["sl", "rg", "rt"],
  flags: [],
  async run({ server, line, writeLine }) {
    const [folder] = line.words;
    if (folder === undefined || !existsSync(folder)) throw new ToolError(20405, "File not found or not accessible.");
    const names = readdirSync(folder).filter((name) => /\.fmp12$/i.test(name));
    const changes = names.flatMap((name) => {
      const renamed = newName(name.replace(/\.fmp12$/i, ""), line.values);
      return renamed === undefined ? [] : [{ from: join(folder, name), to: join(folder, `${renamed}.fmp12`), renamed }];
    });
    if (changes.length === 0) throw new ToolError(10904, "No applicable files for this operation");
    // If one file can't be renamed, none is.
    for (const { from, to } of changes) {
      await readClosed(server, from);
      await checkTarget(server, to, false);
    }
    for (const { from, to, renamed } of changes) {
      renameSync(from, to);
      writeLine(`Renamed: ${renamed}.fmp12`);
    }
  },
};

function newName(name: string, { sl, rg, rt = "" }: Readonly<Record<string, string>>): string | undefined {
  if (rg !== undefined) {
    const renamed = name.replace(patternIn(rg), rt);
    if (/[/\\]/.test(renamed)) throw new ToolError(10001, "Invalid parameter: a name holds a slash");
    return renamed === name || renamed === "" ? undefined : renamed;
  }
  const pairs = (sl ?? "").split(",").map((pair) => pair.split("="));
  return pairs.find(([old]) => old?.toLowerCase() === name.toLowerCase())?.[1];
}

function patternIn(text: string): RegExp {
  try {
    return new RegExp(text, "g");
  } catch {
    throw new ToolError(10001, "Invalid parameter: no regular expression");
  }
}
