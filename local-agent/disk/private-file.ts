import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { syncFolderSync } from "./sync-folder.ts";

/** Keeps a value for this account alone: whole or not at all, and still there after a power cut. */
export function keepPrivately(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.new`;
  // One that a crash has left may have been made with other rights.
  rmSync(draft, { force: true });
  const file = openSync(draft, "wx", 0o600);
  try {
    writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolderSync(dirname(path));
}

/** Looks whether values can be kept in a folder, which is made where it is missing. @throws Error with a remedy */
export function checkWritable(folder: string): void {
  const probe = join(folder, "probe");
  try {
    keepPrivately(probe, {});
    rmSync(probe);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    const remedy = "Make that folder for the account that the agent runs as, or name another with --folder";
    throw new Error(`The agent cannot write in ${folder}: ${code}. ${remedy}`, { cause });
  }
}

/** What was kept so. Undefined where nothing was. @throws where others may read it */
export function readPrivately(path: string): unknown {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
  try {
    if (process.platform !== "win32" && (fstatSync(file).mode & 0o077) !== 0)
      throw new Error(`${path} holds a private key and may be read by others: chmod 600 it`);
    return JSON.parse(readFileSync(file, "utf8"));
  } finally {
    closeSync(file);
  }
}
