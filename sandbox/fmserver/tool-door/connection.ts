import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOMS } from "../disk/server-folder.ts";

/** Tells the tools of a folder where their server listens and what it asks for, in a file that only its owner can read. */
export function writeConnection(folder: string, origin: string, secret: string): void {
  const path = join(folder, ROOMS.tools, CONNECTION_FILE);
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify({ origin, secret }), { mode: 0o600 });
  chmodSync(path, 0o600);
}

/** Without it the tools find no server. */
export function removeConnection(folder: string): void {
  rmSync(join(folder, ROOMS.tools, CONNECTION_FILE), { force: true });
}

/** Lies beside the tools. */
export const CONNECTION_FILE = "sandbox-connection.json";
