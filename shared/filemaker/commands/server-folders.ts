import * as z from "zod";
import type { AdminCredential } from "#shared/contract/call.ts";
import { unexpectedAnswer } from "../answer.ts";
import type { AdminCalls } from "./admin-calls.ts";

const path = "/server/currentfoldersettings";
/** What a server does not say, or says in another form, is not known. */
const Text = z.string().optional().catch(undefined);
const Texts = z.array(z.string()).catch([]);

const Folders = z.object({
  additionalDatabaseFolder: Texts,
  additionalRemoteContainerFolder: Texts,
  backupPath: Text,
});
/** The folders of FileMaker Server, in its own notation. One that is not in use is empty. */
export type ServerFolders = z.output<typeof Folders>;

/** Where the server keeps what, as it says to an administrator. @throws ServiceError when it cannot say */
export function serverFolders(call: AdminCalls) {
  return async (credential: AdminCredential): Promise<ServerFolders> => {
    const answer = await call(credential, { method: "GET", path });
    if (answer.code !== "0") throw unexpectedAnswer(`Admin API ${path}`, answer);
    return Folders.parse(answer.response);
  };
}
