import type { LiveDatabase } from "../../world/live/live-database.ts";
import type { Script } from "../../world/schema/script-schema.ts";

/** Script with its OData id. */
export interface ScriptModel {
  readonly name: string;
  /** For example `FMSID:3`. */
  readonly id: string;
}

/** Returns the scripts of a file, numbered in order. */
export function scriptModels(database: LiveDatabase): readonly ScriptModel[] {
  return [...database.scripts.values()].map(({ name }, at) => ({ name, id: `FMSID:${at + 1}` }));
}

/** Returns the script with a name or an id such as `FMSID:3`. */
export function scriptNamed(database: LiveDatabase, name: string): Script | undefined {
  const number = /^FMSID:(\d+)$/.exec(name)?.[1];
  if (number === undefined) return database.scripts.get(name.toLowerCase());
  return [...database.scripts.values()][Number(number) - 1];
}
