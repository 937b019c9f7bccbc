import { clientsOf, isSession, userClientsIn } from "../../host/clients.ts";
import { isOpen } from "../../host/databases.ts";
import type { Host } from "../../host.ts";
import type { LiveDatabase } from "../../world/live/live-database.ts";
import type { AdminOperation } from "../admin-operation.ts";

/** Lists all hosted files, open or not, and counts the clients. */
export const listDatabases: AdminOperation = {
  method: "GET",
  path: "/databases",
  access: ["DATABASE_MANAGEMENT"],
  run({ host }) {
    const { databases } = host.world;
    const clients = clientsOf(host);
    const count = (...types: readonly string[]): number =>
      clients.filter((client) => types.includes(isSession(client) ? "FMDAPI" : client.appType)).length;
    return {
      totalDBCount: databases.length,
      openDBCount: databases.filter(isOpen).length,
      fmproCount: count("FMPRO"),
      fmgoCount: count("FMGO"),
      fmwebdCount: count("FMWEBDIRECT"),
      fmsaseCount: count("FMSE"),
      fmmiscCount: count("FMDAPI", "XDBC"),
      connections: clients.length,
      databases: databases.map((database) => described(host, database)),
    };
  },
};

/** Returns a file as in lists. */
export function described(host: Host, database: LiveDatabase): Record<string, unknown> {
  const { definition } = database;
  // Full access isn't one of the file's own privilege sets, and counts if an account has it.
  const used = [...database.accounts.values()].filter(({ account }) => account.enabled).map((one) => one.privileges);
  const privileges = new Set(
    [...definition.privilegeSets, ...used].flatMap(({ extendedPrivileges }) => extendedPrivileges),
  );
  const sessions = host.dataSessions.list().filter((session) => session.database === database).length;
  return {
    id: database.id,
    filename: `${database.name}.fmp12`,
    folder: definition.folder ?? host.world.definition.server.databaseFolder,
    status: database.status,
    size: definition.sizeBytes,
    clients: sessions + userClientsIn(host, database.name).length,
    isEncrypted: definition.encryptionKey !== undefined,
    hasSavedDecryptKey: database.savedKey !== undefined,
    decryptHint: definition.encryptionHint,
    enabledExtPrivileges: isOpen(database) ? [...privileges] : [],
  };
}
