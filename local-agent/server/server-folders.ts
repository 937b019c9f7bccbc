import { isAbsolute } from "node:path";
import * as z from "zod";
import { serverKeyName } from "#shared/agent/protocol/server-key-name.ts";
import { Refused } from "../refused.ts";
import { pathOf } from "./admin-api-files.ts";
import { adminCalls, signedIn, signedOut } from "./admin-calls.ts";
import { refusalOf } from "./database-rows.ts";
import { pkiAuthorization, readServerKey } from "./server-key.ts";

const Text = z.string().catch("");
const Texts = z.array(z.string()).catch([]);

const Folders = z.object({
  defaultDatabaseFolder: Text,
  secureDatabaseFolder: Text,
  additionalDatabaseFolder: Texts,
  additionalRemoteContainerFolder: Texts,
  backupPath: Text,
  progressiveBackupFolder: Texts,
});

/**
 * Returns the absolute paths of all folders in which FileMaker Server keeps databases, containers and backups, as its Admin API names them
 * to this host's own key.
 * @throws Refused if it doesn't accept the key or doesn't answer
 */
export async function ownServerFolders(
  { id }: { readonly id: string },
  folder: string,
  adminAddress: string,
  now: number,
): Promise<readonly string[]> {
  const key = readServerKey(folder);
  if (key === undefined) throw new Refused("not-allowed", "this host has no key of its own for FileMaker Server");
  const call = adminCalls(adminAddress);
  const session = await signedIn(call, pkiAuthorization(serverKeyName(id), key.current, now));
  if ("refusal" in session) throw refusalOf(session.refusal, "FileMaker Server doesn't accept this host's own key");
  try {
    const answer = await call("GET", "/server/currentfoldersettings", `Bearer ${session.token}`);
    if (answer.code !== "0") throw refusalOf(answer, "FileMaker Server didn't name its folders");
    const folders = Object.values(Folders.parse(answer.response)).flat().map(pathOf);
    return [...new Set(folders)].filter((path) => isAbsolute(path)).sort();
  } finally {
    await signedOut(call, session.token);
  }
}
