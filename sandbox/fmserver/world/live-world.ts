import { type LiveDatabase, liveDatabase } from "./live-database.ts";
import type { World } from "./schema.ts";
import { WorldError } from "./world-error.ts";

/** A world as it stands now: everything that calls have changed since it was loaded. */
export interface LiveWorld {
  readonly definition: World;
  /** In the order of their ids. */
  readonly databases: readonly LiveDatabase[];
  /** Looked up with or without `.fmp12`, without case. */
  database(name: string): LiveDatabase | undefined;
}

export function liveWorld(definition: World): LiveWorld {
  const databases = definition.databases.map((database, at) =>
    liveDatabase(database, String(at + 1), `databases[${at}]`),
  );
  const byName = new Map<string, LiveDatabase>();
  for (const [at, database] of databases.entries()) {
    const key = database.name.toLowerCase();
    if (byName.has(key)) throw new WorldError(`databases[${at}].name`, `a second file "${database.name}"`);
    byName.set(key, database);
  }
  return { definition, databases, database: (name) => byName.get(bareName(name).toLowerCase()) };
}

/** A file's name without its extension, in the spelling it came in. */
export function bareName(name: string): string {
  return name.replace(/\.fmp12$/i, "");
}
