import { closeSync, existsSync, fstatSync, linkSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Ids } from "#shared/ports/ids.ts";
import { syncFolderNow, writeDurably } from "../storage/durable-files.ts";
import { hasCode } from "../storage/file-errors.ts";

/** Key that wraps data keys, with the ID that sealed values contain. */
export interface MasterKey {
  readonly kid: string;
  readonly secret: Buffer;
}

/** Newest first, never empty. */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]];

/** Thrown if the master key file is missing, readable by others, or malformed. */
export class MasterKeyFileError extends Error {
  override readonly name = "MasterKeyFileError";
}

const secretBytes = 32;

export function newMasterKey(ids: Pick<Ids, "bytes">): MasterKey {
  return { kid: Buffer.from(ids.bytes(6)).toString("hex"), secret: Buffer.from(ids.bytes(secretBytes)) };
}

/** Reads one key per line, `kid base64`, newest first. */
export function readMasterKeys(file: string): MasterKeys {
  const [first, ...older] = readOwn(file)
    .replace(/\n$/, "")
    .split("\n")
    .map((line, place) => parseLine(line, `${file}, line ${place + 1}`));
  if (first === undefined) throw new MasterKeyFileError(`${file} has no key`);
  const kids = new Set([first, ...older].map(({ kid }) => kid));
  if (kids.size !== older.length + 1) throw new MasterKeyFileError(`${file} has two keys with the same name`);
  return [first, ...older];
}

/** Creates the file unless it exists. If two processes try at once, one wins and both read its key. */
export function createMasterKeyFile(file: string, key: MasterKey, suffix: string): void {
  const draft = `${file}.${suffix}`;
  writeDurably(draft, formatted([key]), 0o600);
  try {
    if (!existsSync(file)) linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
  syncFolderNow(dirname(file));
}

/** Replaces the file's keys with the result of `change`. One change at a time: the draft file is the lock. */
export function changeMasterKeys(file: string, change: (keys: MasterKeys) => MasterKeys): MasterKeys {
  const draft = `${file}.new`;
  try {
    writeDurably(draft, "", 0o600);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    throw new MasterKeyFileError(
      `${draft} exists: another change is running or was interrupted. If it was interrupted, delete the file`,
    );
  }
  try {
    const keys = change(readMasterKeys(file));
    rmSync(draft);
    writeDurably(draft, formatted(keys), 0o600);
    renameSync(draft, file);
    syncFolderNow(dirname(file));
    return keys;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readOwn(file: string): string {
  const descriptor = openOwn(file);
  try {
    // Checked on the open file, so that the same file is read. Windows has no such modes.
    const stat = fstatSync(descriptor);
    const mode = stat.mode & 0o777;
    if (!stat.isFile()) throw new MasterKeyFileError(`${file} is not a file`);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) {
      throw new MasterKeyFileError(
        `${file} is accessible to other accounts (mode ${mode.toString(8)}): set its mode to 600`,
      );
    }
    return readFileSync(descriptor, "latin1");
  } finally {
    closeSync(descriptor);
  }
}

function openOwn(file: string): number {
  try {
    return openSync(file, "r");
  } catch (error) {
    throw new MasterKeyFileError(
      hasCode(error, "ENOENT") ? `Master key file ${file} not found` : `${file} can't be read`,
      { cause: error },
    );
  }
}

// The line never appears in a message: it can be a key with a typo.
function parseLine(line: string, place: string): MasterKey {
  const [, kid, base64] = /^([A-Za-z0-9_-]{1,64}) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
  if (kid === undefined || base64 === undefined) {
    throw new MasterKeyFileError(`${place}: a line must be a name, one space, and a key in base64`);
  }
  const secret = Buffer.from(base64, "base64");
  if (secret.byteLength !== secretBytes || secret.toString("base64") !== base64) {
    throw new MasterKeyFileError(`${place}: a key must have ${secretBytes} bytes in base64`);
  }
  return { kid, secret };
}

function formatted(keys: readonly MasterKey[]): string {
  return keys.map(({ kid, secret }) => `${kid} ${secret.toString("base64")}\n`).join("");
}
