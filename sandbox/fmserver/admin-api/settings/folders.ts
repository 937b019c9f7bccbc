import type { Host } from "../../host.ts";
import type { AdminOperation, AdminResponse } from "../admin-operation.ts";

/** The server's folders, read-only, individually and all together. */
export const folderOperations: readonly AdminOperation[] = [
  folders("/server/defaultdbpath", (host) => ({ defaultDatabaseFolder: defaultFolder(host) })),
  folders("/server/securedbpath", ({ world }) => ({
    secureDatabaseFolder: world.server.settings.folders.secureDatabaseFolder,
  })),
  folders("/server/additionaldbpath", additionalDatabases),
  folders("/server/additionalrcpath", additionalContainers),
  folders("/server/currentfoldersettings", (host) => {
    const { backupPath, progressiveBackupPath, secureDatabaseFolder } = host.world.server.settings.folders;
    return {
      defaultDatabaseFolder: defaultFolder(host),
      secureDatabaseFolder,
      ...additionalDatabases(host),
      ...additionalContainers(host),
      backupPath,
      progressiveBackupFolder: [progressiveBackupPath, ""],
    };
  }),
];

function folders(path: string, run: (host: Host) => AdminResponse): AdminOperation {
  return { method: "GET", path, access: "root", run: ({ host }) => run(host) };
}

function defaultFolder({ world }: Host): string {
  return world.definition.server.databaseFolder;
}

function additionalDatabases({ world }: Host): AdminResponse {
  const { additionalFolder, folders: paths } = world.server.settings;
  const path = additionalFolder.UseOtherDatabaseRoot
    ? additionalFolder.DatabaseRootPath
    : paths.additionalDatabaseFolderPath;
  return { additionalDatabaseFolder: [path], additionalDatabaseFolderPath: path };
}

function additionalContainers({ world }: Host): AdminResponse {
  const { additionalFolder, folders: paths } = world.server.settings;
  const path = additionalFolder.UseDatabaseRoot1_RC
    ? additionalFolder.DatabaseRootPath1_RC
    : paths.additionalRemoteContainerFolderPath;
  return { additionalRemoteContainerFolder: [path], additionalRemoteContainerFolderPath: path };
}
