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

/**
 * Reads what was kept. Undefined if there is no file.
 * @throws Error that names the file if others may read it
 * @throws Refused that names the file if it is damaged: `remedy` says what to do then, in a sentence
 */
export function readPrivately<S extends z.ZodType>(path: string, schema: S, remedy: string): z.output<S> | undefined {
  const text = privateText(path);
  if (text === undefined) return undefined;
  const parsed = schema.safeParse(jsonIn(text));
  if (!parsed.success) throw new Refused("failed", `${path} is damaged. ${remedy}`, { cause: parsed.error });
  return parsed.data;
}

/** Reads what was kept and the agent can do without. Undefined if there is no file, or it is damaged. @throws Error if others may read it */
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
      throw new Error(`${path} holds a private key and may be read by others: chmod 600 it`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
