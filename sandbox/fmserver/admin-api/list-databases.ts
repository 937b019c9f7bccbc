import type { Host } from "../host.ts";
import type { LiveDatabase } from "../world/live-database.ts";
import type { AdminOperation } from "./admin-operation.ts";

/** Lists every hosted file, open or not, and counts the clients. */
export const listDatabases: AdminOperation = {
  method: "GET",
  path: "/databases",
  access: "account",
  run({ host }) {
    const { databases } = host.world;
    const connections = host.dataSessions.count();
    return {
      totalDBCount: databases.length,
      openDBCount: databases.filter(({ status }) => status === "NORMAL" || status === "PAUSED").length,
      fmproCount: 0,
      fmgoCount: 0,
      fmwebdCount: 0,
      fmsaseCount: 0,
      fmmiscCount: connections,
      connections,
      databases: databases.map((database) => described(host, database)),
    };
  },
};

function described(host: Host, database: LiveDatabase): Record<string, unknown> {
  const { definition } = database;
  const privileges = new Set(definition.privilegeSets.flatMap(({ extendedPrivileges }) => extendedPrivileges));
  const isOpen = database.status === "NORMAL" || database.status === "PAUSED";
  return {
    id: database.id,
    filename: `${database.name}.fmp12`,
    folder: definition.folder ?? host.world.definition.server.databaseFolder,
    status: database.status,
    size: definition.sizeBytes,
    clients: host.dataSessions.list().filter((session) => session.database === database).length,
    isEncrypted: definition.encryptionKey !== undefined,
    hasSavedDecryptKey: false,
    decryptHint: "",
    enabledExtPrivileges: isOpen ? [...privileges] : [],
  };
}
