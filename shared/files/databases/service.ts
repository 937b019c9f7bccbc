import type { AdminCredential, Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import { extendedPrivilegesOf, stateOf } from "#shared/filemaker/commands/database-state.ts";
import type { DatabaseRow, ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { Database, files, KeyOfFile } from "../contract.ts";

/** The account or token that the server is asked with. @throws ServiceError unauthenticated */
export type AdministratorOf = (call: Call) => Promise<AdminCredential>;

interface DatabaseServiceDependencies {
  readonly server: ServerCommands;
  readonly administrator: AdministratorOf;
  /** Data API Keys by the files that they reach. */
  readonly keysOfFiles: () => Promise<(filename: string) => readonly KeyOfFile[]>;
  /** Folded names of files that people have written about. */
  readonly notedFiles: () => Promise<ReadonlySet<string>>;
}

const mostKeysInList = 10;

/** Hosted files, with what reaches them. */
export function databaseService(
  dependencies: DatabaseServiceDependencies,
): Pick<ServiceOf<typeof files>, "listDatabases" | "getDatabase"> {
  const { server, administrator, keysOfFiles, notedFiles } = dependencies;

  const readRows = async (call: Call) => {
    const [rows, keysOf, noted] = await Promise.all([
      administrator(call).then((credential) => server.databases(credential)),
      keysOfFiles(),
      notedFiles(),
    ]);
    return { rows, shown: (row: DatabaseRow) => shown(row, keysOf(row.filename), noted) };
  };

  return {
    async listDatabases(_input, call) {
      const { rows, shown: show } = await readRows(call);
      const databases = rows.map(show).map((row) => ({ ...row, keys: row.keys.slice(0, mostKeysInList) }));
      return { databases: databases.sort((one, other) => one.filename.localeCompare(other.filename, "en")) };
    },

    async getDatabase({ filename }, call) {
      const { rows, shown: show } = await readRows(call);
      const folded = foldedDatabaseName(filename);
      const row = rows.find((one) => foldedDatabaseName(one.filename) === folded);
      if (row === undefined) throw new ServiceError("database_not_found", { response: { files: [filename] } });
      return { database: show(row) };
    },
  };
}

function shown(row: DatabaseRow, keys: readonly KeyOfFile[], noted: ReadonlySet<string>): Database {
  const { filename, folder, sizeBytes, clients, isEncrypted, hasSavedKey, keyHint } = row;
  return {
    filename,
    state: stateOf(row.status),
    folder,
    sizeBytes,
    clients,
    isEncrypted,
    hasSavedKey,
    keyHint,
    extendedPrivileges: extendedPrivilegesOf(row),
    hasNote: noted.has(foldedDatabaseName(filename)),
    keyCount: keys.length,
    keys: [...keys],
  };
}
