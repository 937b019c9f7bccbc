import { isName } from "#shared/blocks/object-names.ts";
import { setFolder } from "#shared/blocks/set-store.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ListedObject, ObjectPage, StoreClient } from "#shared/s3/store-client.ts";
import { asked } from "../locations/asked-store.ts";
import { browserHash } from "../locations/rules.ts";
import { askedSets } from "./asked-sets.ts";
import type { OffsiteDatabase } from "./contract.ts";
import { filesInManifest, manifestName } from "./manifest.ts";
import type { OffsitePlace, OpenPlace } from "./open-place.ts";
import type { ClosedSet, OpenedSnapshot, PlacedSnapshots } from "./placed-snapshots.ts";
import { databasesIn, type ListedBackup, newestFirst, type OffsiteFile } from "./rules.ts";

/** Backup found at a place. */
export interface FoundBackup {
  /** Name of the folder that FileMaker Server created. */
  readonly folder: string;
  readonly whole: boolean;
  readonly files: readonly OffsiteDatabase[];
  readonly bytes: number;
  /** Snapshot, in the blocks layout. */
  readonly opened: OpenedSnapshot | null;
}

/** Reader of offsite backups. Every method throws ServiceError if the location or the store doesn't respond. */
export interface OffsiteBackups {
  /** Returns the backups at a place, newest first, and the sets there whose keys aren't stored here. */
  all(
    place: OffsitePlace,
  ): Promise<{ readonly backups: readonly ListedBackup[]; readonly closed: readonly ClosedSet[] }>;
  /** @throws ServiceError offsite_backup_not_found, offsite_backup_unreadable */
  one(place: OffsitePlace, backup: string): Promise<FoundBackup>;
}

interface OffsiteBackupsDependencies {
  readonly openPlace: OpenPlace;
  readonly snapshots: PlacedSnapshots;
}

export function offsiteBackups(dependencies: OffsiteBackupsDependencies): OffsiteBackups {
  const { openPlace, snapshots } = dependencies;

  const opened = async (place: OffsitePlace) => {
    const at = await openPlace(place);
    return { at, top: [at.folder, "dbs", ""].filter((name, index) => name !== "" || index > 0).join("/") };
  };

  const inFiles = async (place: OffsitePlace, folder: string): Promise<FoundBackup> => {
    const { at, top } = await opened(place);
    const { store, bucket } = at;
    const prefix = `${top}${folder}/`;
    const { objects } = await listed(store, bucket, prefix);
    if (objects.length === 0) throw new ServiceError("offsite_backup_not_found");
    const manifest = objects.find(({ key }) => key === `${prefix}${manifestName}`);
    const named =
      manifest === undefined || manifest.sizeBytes > maxManifestBytes
        ? []
        : filesInManifest(await asked("offsite_call_refused", () => store.get(bucket, manifest.key)));
    const lying = objects
      .filter((object) => object !== manifest)
      .map(({ key, sizeBytes }) => ({ name: key.slice(prefix.length), sizeBytes, sha256: null }));
    const files: readonly OffsiteFile[] = named.length > 0 ? named : lying;
    const hashOf = (name: string) => browserHash(place.remote_name, bucket, `${prefix}${name}`);
    return {
      folder,
      whole: manifest !== undefined,
      files: databasesIn(files, hashOf),
      bytes: bytesOf(files),
      opened: null,
    };
  };

  const inBlocks = async (place: OffsitePlace, name: string): Promise<FoundBackup | undefined> => {
    const { at } = await opened(place);
    const found = await askedSets(() => snapshots.open(at, name));
    if (found === undefined) return undefined;
    const { set, snapshot } = found;
    const files = snapshot.files.map(({ path, sizeBytes }) => ({ name: path, sizeBytes, sha256: null }));
    const hash = browserHash(place.remote_name, at.bucket, setFolder(at.folder, set));
    return {
      folder: snapshot.backup,
      whole: true,
      files: databasesIn(files, () => hash),
      bytes: bytesOf(files),
      opened: found,
    };
  };

  return {
    async all(place) {
      const { at, top } = await opened(place);
      const { prefixes } = await listed(at.store, at.bucket, top, "/");
      const folders = prefixes.map((prefix) => ({ backup: prefix.slice(top.length, -1), snapshot: null }));
      const placed = await asked("offsite_call_refused", () => snapshots.all(at));
      const made = placed.map(({ set, name: backup, madeAt }) => ({ backup, snapshot: { set, madeAt } }));
      const closed = await asked("offsite_call_refused", () => snapshots.closed(at));
      return { backups: newestFirst([...folders, ...made]), closed };
    },

    async one(place, backup) {
      // A folder can have a name in the format of snapshots.
      return (isName(backup) ? await inBlocks(place, backup) : undefined) ?? inFiles(place, backup);
    },
  };
}

function bytesOf(files: readonly OffsiteFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/**
 * Maximum size of a manifest in bytes. Larger ones are not read here; the agent has the checksums of that number of files during the run.
 */
const maxManifestBytes = 3_500_000;

/** Returns all objects with this prefix, and the common prefixes (folders) if a delimiter is set. @throws ServiceError */
async function listed(store: StoreClient, bucket: string, prefix: string, delimiter = "") {
  const objects: ListedObject[] = [];
  const prefixes: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const from: string = cursor;
    const page: ObjectPage = await asked("offsite_call_refused", () =>
      store.list(bucket, { prefix, delimiter, cursor: from }),
    );
    objects.push(...page.objects);
    prefixes.push(...page.prefixes);
    cursor = page.cursor;
  }
  return { objects, prefixes };
}
