import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** Who this agent is: written at enrolment, read at every start. */
const Identity = z.object({
  id: z.uuid(),
  linkAddress: z.url(),
  servicePublicKey: z.string(),
  privateKey: z.string(),
});
export type Identity = z.infer<typeof Identity>;

const fileIn = (folder: string) => join(folder, "identity.json");

/** Keeps the identity for this account alone, whole or not at all. */
export function keepIdentity(folder: string, identity: Identity): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${fileIn(folder)}.new`;
  const file = openSync(draft, "w", 0o600);
  try {
    writeSync(file, `${JSON.stringify(identity, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, fileIn(folder));
}

/** Undefined where none was enrolled here yet. @throws where others may read it */
export function readIdentity(folder: string): Identity | undefined {
  let text: string;
  try {
    text = readFileSync(fileIn(folder), "utf8");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
  if (process.platform !== "win32" && (statSync(fileIn(folder)).mode & 0o077) !== 0)
    throw new Error(`${fileIn(folder)} holds a private key and may be read by others: chmod 600 it`);
  return Identity.parse(JSON.parse(text));
}
