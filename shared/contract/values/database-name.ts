import * as z from "zod";

const extension = /\.fmp12$/i;

/** A hosted file's name as callers write it, with or without `.fmp12`. No path, no control characters. */
export const DatabaseName = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^[^/\\\p{Cc}]+$/u, "must be a file name without a path")
  .refine((name) => !/^\.*$/.test(bareDatabaseName(name)), "must be a file name");

/** The name without its extension, as OData and FileMaker's own lists spell it. */
export function bareDatabaseName(name: string): string {
  return name.replace(extension, "");
}

/** The name with exactly one `.fmp12`, as the Data API proxy sends it. */
export function fullDatabaseName(name: string): string {
  return `${bareDatabaseName(name)}.fmp12`;
}

/** Files as the audit trail and processes name them: `file:Contacts.fmp12`. What is a path is no hosted file. */
export function fileObjects(names: readonly string[]): string[] {
  return names.filter((name) => !/[/\\]/.test(name)).map((name) => `file:${fullDatabaseName(name)}`);
}

/** What two spellings of one file's name have in common: NFC, without case, without one `.fmp12` (R4.4). */
export function foldedDatabaseName(name: string): string {
  return bareDatabaseName(name.normalize("NFC")).toLowerCase();
}
