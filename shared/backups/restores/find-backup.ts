import { isName } from "#shared/blocks/object-names.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { ListedObject, ObjectPage } from "#shared/s3/store-client.ts";
import { isDatabase } from "./backup-file.ts";
import { manifestName } from "./manifest.ts";
import type { PlacedSnapshots, SetsPlace } from "./placed-snapshots.ts";
import { storedSnapshot } from "./stored-snapshot.ts";

interface BackupQuery {
  readonly fileNames: readonly string[];
  /** Undefined: the newest backup that has all files. */
  readonly backup: string | undefined;
}

/** Location of files, relative to the place. */
type Lying = { readonly folder: string } | ReturnType<typeof storedSnapshot>;

/** Result: a backup that has all files, and when it was stored in milliseconds since the epoch; or a missing file. */
type BackupResult = { readonly lying: Lying; readonly at: number } | { readonly missing: string };

/** Finds a backup that has all requested files, in any layout. Rejects with the errors of the store. @throws UnreadableObject */
export type FindBackup = (place: SetsPlace, wanted: BackupQuery) => Promise<Lying | { readonly missing: string }>;

export function findBackup(snapshots: PlacedSnapshots): FindBackup {
  return async (place, wanted) => {
    const found = [await findInBlocks(snapshots, place, wanted), await findInFiles(place, wanted)];
    const [newest] = found
      .flatMap((one) => (one !== undefined && "lying" in one ? [one] : []))
      .sort((one, other) => other.at - one.at);
    if (newest !== undefined) return newest.lying;
    const [missing = ""] = found.flatMap((one) => (one !== undefined && "missing" in one ? [one.missing] : []));
    return { missing };
  };
}

/** Maximum number of backups that are searched. */
const maxScanned = 50;

/** Returns undefined if there is no snapshot, or none of this name. */
async function findInBlocks(
  snapshots: PlacedSnapshots,
  place: SetsPlace,
  { fileNames, backup }: BackupQuery,
): Promise<BackupResult | undefined> {
  if (backup !== undefined && !isName(backup)) return undefined;
  const placed = backup === undefined ? await snapshots.all(place) : [{ name: backup, set: undefined }];
  let missing: string | undefined;
  for (const { name, set: within } of placed.slice(0, maxScanned)) {
    const opened = await snapshots.open(place, name, within);
    if (opened === undefined) continue;
    const { set, keys, snapshot } = opened;
    const paths = snapshot.files.map(({ path }) => path);
    const absent = missingIn(paths, fileNames);
    if (absent === undefined) return { lying: storedSnapshot({ set, name, keys }), at: snapshot.endedAt };
    missing ??= `The snapshot of ${snapshot.backup} doesn't contain ${absent}`;
  }
  return missing === undefined ? undefined : { missing };
}

async function findInFiles(place: SetsPlace, { fileNames, backup }: BackupQuery): Promise<BackupResult> {
  const above = place.folder === "" ? "" : `${place.folder}/`;
  const top = `${above}dbs/`;
  const folderOf = (prefix: string) => prefix.slice(above.length, -1);
  const { objects, prefixes } = await listed(place, top, "/");
  const folders = backup === undefined ? byTime(prefixes) : [`${top}${backup}/`];
  // Backups by other tools have no manifest, and neither do backups in progress: they are used only if there is nothing better.
  let other: BackupResult | undefined;
  let missing: string | undefined;
  for (const folder of folders.slice(0, maxScanned)) {
    const found = (await listed(place, folder)).objects;
    const lying = { folder: folderOf(folder) };
    const absent = missingIn(
      found.map(({ key }) => key),
      fileNames,
    );
    const manifest = found.find(({ key }) => key === `${folder}${manifestName}`);
    if (absent !== undefined) missing ??= `${folder} doesn't contain ${absent}`;
    else if (manifest !== undefined) return { lying, at: Date.parse(manifest.modifiedAt) };
    else other ??= { lying, at: 0 };
  }
  if (other !== undefined) return other;
  const keys = backup === undefined ? objects.map(({ key }) => key) : [];
  const absent = missingIn(keys, fileNames);
  return absent === undefined
    ? { lying: { folder: folderOf(top) }, at: 0 }
    : { missing: missing ?? `${top} doesn't contain ${absent}` };
}

/** Returns all objects with this prefix, and the common prefixes (folders) if a delimiter is set. */
async function listed({ store, bucket }: SetsPlace, prefix: string, delimiter = "") {
  const objects: ListedObject[] = [];
  const prefixes: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const page: ObjectPage = await store.list(bucket, { prefix, delimiter, cursor });
    objects.push(...page.objects);
    prefixes.push(...page.prefixes);
    cursor = page.cursor;
  }
  return { objects, prefixes };
}

/** Sorts folders of backups, newest first. Their names end with the time. */
function byTime(folders: readonly string[]): readonly string[] {
  const timeOf = (folder: string) => /_(\d{4}-\d{2}-\d{2}_\d{4})\/$/.exec(folder)?.[1] ?? "";
  return folders.toSorted((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1));
}

/**
 * Returns the first database that is missing, plain or zipped. Names are compared without case, because the server hosts one file per name.
 */
function missingIn(files: readonly string[], names: readonly string[]): string | undefined {
  const nameOf = (file: string) => normalizedDatabaseName(file.slice(file.lastIndexOf("/") + 1).replace(/\.zip$/i, ""));
  const there = new Set(files.filter(isDatabase).map(nameOf));
  return names.find((name) => !there.has(normalizedDatabaseName(name)));
}
