import type { AdministratorOf, Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { extendedPrivilegesOf, stateOf } from "#shared/filemaker/commands/database-state.ts";
import type { DatabaseRow, ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { KeysOfFiles } from "#shared/keys/api.ts";
import type { Database, files } from "../contract.ts";

interface DatabaseServiceDependencies {
  readonly server: ServerCommands;
  readonly administrator: AdministratorOf;
  /** Returns the Data API keys by the files that they can access. */
  readonly keysOfFiles: () => Promise<KeysOfFiles>;
  /** Returns the normalized names of files that have notes. */
  readonly notedFiles: () => Promise<ReadonlySet<string>>;
}

const maxKeysInList = 10;
/** Created once, because comparisons that create their own collator are much slower. */
const byName = new Intl.Collator("en");

/** Lists hosted files, with the keys that can access them. */
export function databaseService(
  dependencies: DatabaseServiceDependencies,
): Pick<ServiceOf<typeof files>, "listDatabases" | "getDatabase"> {
  const { server, administrator, keysOfFiles, notedFiles } = dependencies;

  const readRows = async (call: Call, maxKeys?: number) => {
    const [rows, keysOf, noted] = await Promise.all([
      administrator(call).then((credential) => server.databases(credential)),
      keysOfFiles(),
      notedFiles(),
    ]);
    return { rows, shown: (row: DatabaseRow) => shown(row, keysOf(row.filename, maxKeys), noted) };
  };

  return {
    async listDatabases(_input, call) {
      const { rows, shown: show } = await readRows(call, maxKeysInList);
      return { databases: rows.map(show).sort((one, other) => byName.compare(one.filename, other.filename)) };
    },

    async getDatabase({ filename }, call) {
      const { rows, shown: show } = await readRows(call);
      const normalized = normalizedDatabaseName(filename);
      const row = rows.find((one) => normalizedDatabaseName(one.filename) === normalized);
      if (row === undefined) throw new ServiceError("database_not_found", { response: { files: [filename] } });
      return { database: show(row) };
    },
  };
}

function shown(row: DatabaseRow, { count, keys }: ReturnType<KeysOfFiles>, noted: ReadonlySet<string>): Database {
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
    hasNote: noted.has(normalizedDatabaseName(filename)),
    keyCount: count,
    keys: [...keys],
  };
}
