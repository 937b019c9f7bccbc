import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The Firefox of this machine: what `FIREFOX_PATH` names, or the first on the path. */
export function firefoxPath(): string | undefined {
  const own = process.env.FIREFOX_PATH;
  if (own) return own;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) => [join(folder, "firefox-esr"), join(folder, "firefox")]).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // It is not there, or nobody may run it.
  }
}
