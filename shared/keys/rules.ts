import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { KeyLimits } from "#shared/contract/values/key-limits.ts";
import type { DataKeyRecord } from "./record.ts";

/** Returns all files that a key names, in the old single field and in the list: each once and with its extension. */
export function databasesOf(key: {
  readonly database: string | null;
  readonly databases: readonly string[];
}): string[] {
  const names = key.database === null ? key.databases : [key.database, ...key.databases];
  const byFold = new Map<string, string>();
  for (const name of names) {
    if (!byFold.has(normalizedDatabaseName(name))) byFold.set(normalizedDatabaseName(name), fullDatabaseName(name));
  }
  return [...byFold.values()];
}

export interface KeySettings {
  readonly databases: readonly string[];
  readonly allowAnyDatabase: boolean;
  readonly isDataApi: boolean;
  readonly isOData: boolean;
  readonly endsAt: number | null;
  readonly limits: KeyLimits | null;
}

/** Returns true if a stored key has exactly the requested settings, regardless of labels. */
export function hasSettings(record: DataKeyRecord, wanted: KeySettings): boolean {
  const stored = new Set(databasesOf(record).map(normalizedDatabaseName));
  const asked = new Set(wanted.databases.map(normalizedDatabaseName));
  return (
    stored.symmetricDifference(asked).size === 0 &&
    record.allowAnyDatabase === wanted.allowAnyDatabase &&
    record.isDataApi === wanted.isDataApi &&
    record.isOData === wanted.isOData &&
    !record.isDisabled &&
    record.endsAt === wanted.endsAt &&
    JSON.stringify(record.limits) === JSON.stringify(wanted.limits)
  );
}
