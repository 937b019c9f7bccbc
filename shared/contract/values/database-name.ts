import * as z from "zod";

const extension = /\.fmp12$/i;

/** Name of a hosted file as callers write it, with or without `.fmp12`. No path, no control characters. */
export const DatabaseName = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^[^/\\\p{Cc}]+$/u, "must be a file name without a path")
  .refine((name) => !/^\.*$/.test(bareDatabaseName(name)), "must be a file name");

/** Returns the name without its extension, as in OData and FileMaker's own lists. */
export function bareDatabaseName(name: string): string {
  return name.replace(extension, "");
}

/** Returns the name with exactly one `.fmp12`, as the Data API proxy sends it. */
export function fullDatabaseName(name: string): string {
  return `${bareDatabaseName(name)}.fmp12`;
}

/** Returns files as the audit trail and processes name them: `file:Contacts.fmp12`. Paths aren't hosted files and are skipped. */
export function fileObjects(names: readonly string[]): string[] {
  return names.filter((name) => !/[/\\]/.test(name)).map((name) => `file:${fullDatabaseName(name)}`);
}

/** Normalizes a file's name so that all spellings become equal: NFC, without case, without one `.fmp12`. */
export function normalizedDatabaseName(name: string): string {
  return bareDatabaseName(name.normalize("NFC")).toLowerCase();
}
