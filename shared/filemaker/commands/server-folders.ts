import * as z from "zod";
import type { AdminCredential } from "#shared/contract/call.ts";
import { unexpectedAnswer } from "../answer.ts";
import type { AdminCalls } from "./admin-calls.ts";

const path = "/server/currentfoldersettings";
/** Fields that the server omits, or sends in another format, are unknown. */
const Text = z.string().optional().catch(undefined);
const Texts = z.array(z.string()).catch([]);

const Folders = z.object({
  additionalDatabaseFolder: Texts,
  additionalRemoteContainerFolder: Texts,
  backupPath: Text,
});
/** Folders of FileMaker Server, in its own notation. Unused ones are empty. */
export type ServerFolders = z.output<typeof Folders>;

/** Returns the server's folders, which it tells administrators. @throws ServiceError if they aren't available */
export function serverFolders(call: AdminCalls) {
  return async (credential: AdminCredential): Promise<ServerFolders> => {
    const answer = await call(credential, { method: "GET", path });
    if (answer.code !== "0") throw unexpectedAnswer(`Admin API ${path}`, answer);
    return Folders.parse(answer.response);
  };
}
