import { basename } from "node:path";
import { isDatabase } from "#shared/backups/restores/backup-file.ts";
import { foldedDatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { containersOf } from "../../disk/containers.ts";
import { Refused } from "../../refused.ts";
import type { StoredFile } from "./stored-backup.ts";

/** A database of a backup, with what it keeps outside of itself: beside it, or in one zip with it. */
export interface StoredDatabase {
  /** As it was hosted, such as `Contacts.fmp12`. */
  readonly file: string;
  readonly main: StoredFile;
  readonly isZip: boolean;
  /** Each by its way below the folder that its containers are in. */
  readonly containers: readonly (StoredFile & { readonly below: string })[];
}

/** The databases of these names among the files of a backup. @throws Refused where one is missing */
export function storedDatabases(files: readonly StoredFile[], names: readonly string[]): readonly StoredDatabase[] {
  return names.map((wanted) => {
    const file = fullDatabaseName(wanted);
    const folded = foldedDatabaseName(file);
    const nameOf = (name: string) => foldedDatabaseName(basename(name).replace(/\.zip$/i, ""));
    const main = files.find(({ name }) => isDatabase(name) && nameOf(name) === folded);
    if (main === undefined) throw new Refused("not-found", `${file} is not in this backup`);
    const isZip = /\.zip$/i.test(main.name);
    const beside = `${containersOf(main.name).replaceAll("\\", "/")}/`;
    const containers = files.flatMap((one) =>
      one.name.startsWith(beside) ? [{ ...one, below: one.name.slice(beside.length) }] : [],
    );
    return { file, main, isZip, containers: isZip ? [] : containers };
  });
}
