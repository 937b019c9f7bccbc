import type { AdminCredential, Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { ServerMetadata } from "#shared/filemaker/admin-api.ts";
import type { ServerFolders } from "#shared/filemaker/commands/server-folders.ts";
import type { system } from "./contract.ts";

type ServerPreferences = Awaited<ReturnType<ServiceOf<typeof system>["getServerPreferences"]>>;

interface ServerPreferencesDependencies {
  readonly folders: (credential: AdminCredential) => Promise<ServerFolders>;
  readonly metadata: (credential: AdminCredential) => Promise<ServerMetadata>;
  readonly administrator: (call: Pick<Call, "caller">) => Promise<AdminCredential>;
}

/** Returns the folder preferences of FileMaker Server, with the field names of the reference API. */
export function serverPreferences({ folders, metadata, administrator }: ServerPreferencesDependencies) {
  return async (_input: unknown, call: Pick<Call, "caller">): Promise<ServerPreferences> => {
    const credential = await administrator(call);
    const found = await folders(credential);
    const server = await metadata(credential);
    if (server.verdict !== "accepted") throw new ServiceError("stored_credentials_refused");
    const [first, second, third] = found.additionalDatabaseFolder;
    const [containers] = found.additionalRemoteContainerFolder;
    return {
      ...(first !== undefined && { UseOtherDatabaseRoot: first !== "", DatabaseRootPath: first }),
      ...(second !== undefined && { UseOtherDatabaseRoot2: second !== "", DatabaseRootPath2: second }),
      ...(third !== undefined && { UseOtherDatabaseRoot3: third !== "", DatabaseRootPath3: third }),
      ...(containers !== undefined && { UseDatabaseRoot1_RC: containers !== "", DatabaseRootPath1_RC: containers }),
      ...(found.backupPath !== undefined && { BackupPath: found.backupPath }),
      ...(server.serverId !== "" && { ServerGUID: server.serverId }),
    };
  };
}
