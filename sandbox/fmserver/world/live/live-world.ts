import { type DataApiBehavior, dataApiBehavior, type ODataBehavior, odataBehavior } from "../behavior.ts";
import type { Database } from "../schema/database-schema.ts";
import type { World } from "../schema/world-schema.ts";
import { bareName } from "../values/same-name.ts";
import { WorldError } from "../world-error.ts";
import { type LiveDatabase, liveDatabase, liveTables } from "./live-database.ts";
import { type LiveServer, liveServer } from "./live-server.ts";

/** Current state of a world, with all changes since it was loaded. */
export interface LiveWorld {
  readonly definition: World;
  readonly odata: ODataBehavior;
  readonly dataApi: DataApiBehavior;
  readonly server: LiveServer;
  /** In the order of their ids. */
  readonly databases: readonly LiveDatabase[];
  /** Returns the file with a name, which is case-insensitive and can have the extension `.fmp12`. */
  database(name: string): LiveDatabase | undefined;
  /** Hosts another file as closed; it replaces one with the same name. */
  host(definition: Database): LiveDatabase;
  /** Stops hosting a file. */
  remove(database: LiveDatabase): void;
}

export function liveWorld(definition: World, now: number): LiveWorld {
  // Files can show each other's tables, in any order.
  const tables = new Map(
    definition.databases.map((database, at) => [database.name.toLowerCase(), liveTables(database, `databases[${at}]`)]),
  );
  const tablesOf = (file: string) => tables.get(bareName(file).toLowerCase());
  const live = (database: Database, id: string, path: string): LiveDatabase =>
    liveDatabase(database, tables.get(database.name.toLowerCase()) ?? new Map(), tablesOf, id, path);
  const databases = definition.databases.map((database, at) => live(database, String(at + 1), `databases[${at}]`));
  const byName = new Map<string, LiveDatabase>();
  for (const [at, database] of databases.entries()) {
    const key = database.name.toLowerCase();
    if (byName.has(key)) throw new WorldError(`databases[${at}].name`, `a second file "${database.name}"`);
    byName.set(key, database);
  }
  let lastId = databases.length;
  const remove = (database: LiveDatabase): void => {
    databases.splice(databases.indexOf(database), 1);
    byName.delete(database.name.toLowerCase());
    tables.delete(database.name.toLowerCase());
  };
  return {
    definition,
    odata: odataBehavior(definition.server),
    dataApi: dataApiBehavior(definition.server),
    server: liveServer(definition, now),
    databases,
    database: (name) => byName.get(bareName(name).toLowerCase()),
    host(file) {
      const before = byName.get(file.name.toLowerCase());
      // A replaced file keeps its id, because it is the same file in lists.
      const id = before === undefined ? String(lastId + 1) : before.id;
      tables.set(file.name.toLowerCase(), liveTables(file, "file"));
      const hosted = live({ ...file, status: "CLOSED" }, id, "file");
      if (before === undefined) {
        lastId += 1;
        databases.push(hosted);
      } else {
        databases[databases.indexOf(before)] = hosted;
      }
      byName.set(hosted.name.toLowerCase(), hosted);
      return hosted;
    },
    remove,
  };
}
