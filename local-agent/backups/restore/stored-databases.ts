import { basename } from "node:path";
import { isDatabase } from "#shared/backups/restores/backup-file.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { containersOf } from "../../disk/containers.ts";
import { Refused } from "../../refused.ts";
import type { StoredFile } from "./stored-backup.ts";

/** Database of a backup and its external containers: next to it or in the same zip. */
export interface StoredDatabase {
  /** Hosted name, such as `Contacts.fmp12`. */
  readonly file: string;
  readonly main: StoredFile;
  readonly isZip: boolean;
  /** Files by their path below the containers' folder. */
  readonly containers: readonly (StoredFile & { readonly below: string })[];
}

/** Returns the databases with these names among the files of a backup. @throws Refused if one is missing */
export function storedDatabases(files: readonly StoredFile[], names: readonly string[]): readonly StoredDatabase[] {
  return names.map((wanted) => {
    const file = fullDatabaseName(wanted);
    const normalized = normalizedDatabaseName(file);
    const nameOf = (name: string) => normalizedDatabaseName(basename(name).replace(/\.zip$/i, ""));
    const main = files.find(({ name }) => isDatabase(name) && nameOf(name) === normalized);
    if (main === undefined) throw new Refused("not-found", `${file} is not in this backup`);
    const isZip = /\.zip$/i.test(main.name);
    const beside = `${containersOf(main.name).replaceAll("\\", "/")}/`;
    const containers = files.flatMap((one) =>
      one.name.startsWith(beside) ? [{ ...one, below: one.name.slice(beside.length) }] : [],
    );
    return { file, main, isZip, containers: isZip ? [] : containers };
  });
}
