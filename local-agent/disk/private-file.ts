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
import type * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { Refused } from "../refused.ts";
import { syncFolderSync } from "./sync-folder.ts";

/** Writes a value that only this account can read: atomically, and durable after a power failure. */
export function keepPrivately(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.new`;
  // A file left by a crash may have other permissions.
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

/** Checks that values can be stored in a folder, and creates it if missing. @throws Error with a remedy */
export function checkWritable(folder: string): void {
  const probe = join(folder, "probe");
  try {
    keepPrivately(probe, {});
    rmSync(probe);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    const remedy = "Create that folder for the account that the agent runs as, or choose another one with --folder";
    throw new Error(`The agent can't write to ${folder}: ${code}. ${remedy}`, { cause });
  }
}

/**
 * Reads a stored value. Undefined if there is no file.
 * @throws Error that names the file if others can read it
 * @throws Refused that names the file if it is damaged: `remedy` is a sentence that says what to do
 */
export function readPrivately<S extends z.ZodType>(path: string, schema: S, remedy: string): z.output<S> | undefined {
  const text = privateText(path);
  if (text === undefined) return undefined;
  const parsed = schema.safeParse(jsonIn(text));
  if (!parsed.success) throw new Refused("failed", `${path} is damaged. ${remedy}`, { cause: parsed.error });
  return parsed.data;
}

/** Reads a stored value that isn't essential. Undefined if there is no file, or it is damaged. @throws Error if others can read it */
export function readDispensable<S extends z.ZodType>(path: string, schema: S): z.output<S> | undefined {
  const text = privateText(path);
  return text === undefined ? undefined : schema.safeParse(jsonIn(text)).data;
}

function privateText(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
  try {
    if (process.platform !== "win32" && (fstatSync(file).mode & 0o077) !== 0)
      throw new Error(`${path} has a private key and is readable by others: run chmod 600 on it`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
