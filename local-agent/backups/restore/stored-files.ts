import { readFile, rm } from "node:fs/promises";
import { basename } from "node:path";
import { filesInManifest, manifestName } from "#shared/backups/restores/manifest.ts";
import { foldedDatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { containersOf } from "../../disk/containers.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import type { StoreAt } from "../store-at.ts";
import { fetchObject } from "./fetch-object.ts";

/** A file at the store: its name below the backup's folder, and its SHA-256 where the manifest says it. */
export interface StoredFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
}

/** A database of a backup, with what it keeps outside of itself: beside it, or in one zip with it. */
export interface StoredDatabase {
  /** As it was hosted, such as `Contacts.fmp12`. */
  readonly file: string;
  readonly main: StoredFile;
  readonly isZip: boolean;
  /** Each by its way below the folder that its containers are in. */
  readonly containers: readonly (StoredFile & { readonly below: string })[];
}

interface Looking {
  readonly context: Pick<TaskContext, "clock" | "signal">;
  readonly at: StoreAt;
  /** Where the backup lies: names of folders with slashes between them. */
  readonly folder: string;
  /** Where the manifest is brought for a moment. */
  readonly work: string;
}

/** All files of a backup: as its manifest names them, or as they lie there where it has none of ours. @throws Refused */
export async function storedFiles({ context, at, folder, work }: Looking): Promise<readonly StoredFile[]> {
  const prefix = `${at.keyOf(folder)}/`;
  const objects = await at.objects(prefix);
  const manifest = objects.find(({ key }) => key === `${prefix}${manifestName}`);
  if (manifest !== undefined) {
    const path = `${work}/${manifestName}`;
    await fetchObject(context, at, { key: manifest.key, sizeBytes: manifest.sizeBytes, sha256: null }, path);
    const named = filesInManifest(await readFile(path));
    await rm(path, { force: true });
    if (named.length > 0) return named.map(({ name, sizeBytes, sha256 }) => ({ name, sizeBytes, sha256 }));
  }
  return objects
    .filter(({ key }) => key !== manifest?.key && !key.endsWith("/"))
    .map(({ key, sizeBytes }) => ({ name: key.slice(prefix.length), sizeBytes, sha256: null }));
}

/** The databases of these names among the files of a backup. @throws Refused where one is missing */
export function storedDatabases(files: readonly StoredFile[], names: readonly string[]): readonly StoredDatabase[] {
  return names.map((wanted) => {
    const file = fullDatabaseName(wanted);
    const folded = foldedDatabaseName(file);
    const main = files.find(({ name }) => {
      const own = basename(name).replace(/\.zip$/i, "");
      return /\.fmp12$/i.test(own) && !name.includes("RC_Data_FMS/") && foldedDatabaseName(own) === folded;
    });
    if (main === undefined) throw new Refused("not-found", `${file} is not in this backup`);
    const isZip = /\.zip$/i.test(main.name);
    const beside = `${containersOf(main.name).replaceAll("\\", "/")}/`;
    const containers = files.flatMap((one) =>
      one.name.startsWith(beside) ? [{ ...one, below: one.name.slice(beside.length) }] : [],
    );
    return { file, main, isZip, containers: isZip ? [] : containers };
  });
}
