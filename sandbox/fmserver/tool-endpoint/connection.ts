import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FOLDERS } from "../disk/server-folder.ts";
import { WorldError } from "../world/world-error.ts";

/**
 * Writes the server's address and secret for the tools of a folder. Only its owner can read the file, and the group that can write to the
 * folder: tools run in any account of the group `fmsadmin`.
 */
export function writeConnection(folder: string, origin: string, secret: string): void {
  const path = join(folder, FOLDERS.tools, CONNECTION_FILE);
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify({ origin, secret }), { mode: 0o600 });
  const { mode, gid } = statSync(folder);
  const isShared = (mode & 0o020) !== 0 && statSync(path).gid === gid;
  chmodSync(path, isShared ? 0o640 : 0o600);
}

/** @throws WorldError while another sandbox runs on the folder */
export async function refuseTaken(folder: string): Promise<void> {
  const path = join(folder, FOLDERS.tools, CONNECTION_FILE);
  if (!existsSync(path)) return;
  if (await answers(path)) throw new WorldError("", `another sandbox runs on ${folder}`);
}

/** Returns true if a sandbox with this secret answers at the address. */
async function answers(path: string): Promise<boolean> {
  try {
    const { origin, secret } = JSON.parse(readFileSync(path, "utf8")) as Record<"origin" | "secret", string>;
    const headers = { authorization: `Bearer ${secret}` };
    return (await fetch(`${origin}/open-files`, { method: "POST", headers })).ok;
  } catch {
    return false; // Left behind by a sandbox that couldn't shut down cleanly.
  }
}

/** Removes the file, so that tools don't find a server. */
export function removeConnection(folder: string): void {
  rmSync(join(folder, FOLDERS.tools, CONNECTION_FILE), { force: true });
}

/** File in the folder of the tools. */
export const CONNECTION_FILE = "sandbox-connection.json";
