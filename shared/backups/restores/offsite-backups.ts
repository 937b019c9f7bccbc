import { ServiceError } from "#shared/contract/errors.ts";
import type { Callouts } from "#shared/ports/callouts.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { type ListedObject, type ObjectPage, type StoreClient, storeClient } from "#shared/s3/store-client.ts";
import { asked } from "../locations/asked-store.ts";
import type { OpenLocationNamed } from "../locations/open-location.ts";
import { browserHash, folderOf } from "../locations/rules.ts";
import type { OffsiteDatabase } from "./contract.ts";
import { filesInManifest, manifestName } from "./manifest.ts";
import { databasesIn, newestFirst, type OffsiteFile } from "./rules.ts";

/** A folder of a bucket at a location. */
export interface OffsitePlace {
  readonly remote_name: string;
  readonly bucket_name: string;
  readonly remote_path: string;
}

/** A backup as it lies at its place. */
export interface FoundBackup {
  readonly whole: boolean;
  readonly files: readonly OffsiteDatabase[];
  readonly bytes: number;
}

/** Looks at what lies offsite. Every method throws ServiceError where the location or the store does not answer. */
export interface OffsiteBackups {
  /** The backups of a place, the newest first. */
  all(place: OffsitePlace): Promise<readonly string[]>;
  /** @throws ServiceError offsite_backup_not_found */
  one(place: OffsitePlace, backup: string): Promise<FoundBackup>;
}

interface OffsiteBackupsDependencies {
  readonly openLocation: OpenLocationNamed;
  readonly callouts: Pick<Callouts, "call">;
  readonly clock: Clock;
}

export function offsiteBackups({ openLocation, callouts, clock }: OffsiteBackupsDependencies): OffsiteBackups {
  const opened = async ({ remote_name, remote_path }: OffsitePlace) => ({
    store: storeClient({ ...(await openLocation(remote_name)), call: callouts.call, clock }),
    top: [folderOf(remote_path), "dbs", ""].filter((name, index) => name !== "" || index > 0).join("/"),
  });

  return {
    async all(place) {
      const { store, top } = await opened(place);
      const { prefixes } = await listed(store, place.bucket_name, top, "/");
      return newestFirst(prefixes.map((prefix) => prefix.slice(top.length, -1)));
    },

    async one(place, backup) {
      const { store, top } = await opened(place);
      const { bucket_name: bucket } = place;
      const prefix = `${top}${backup}/`;
      const { objects } = await listed(store, bucket, prefix);
      if (objects.length === 0) throw new ServiceError("offsite_backup_not_found");
      const manifest = objects.find(({ key }) => key === `${prefix}${manifestName}`);
      const named =
        manifest === undefined || manifest.sizeBytes > mostManifestBytes
          ? []
          : filesInManifest(await asked("offsite_call_refused", () => store.get(bucket, manifest.key)));
      const lying = objects
        .filter((object) => object !== manifest)
        .map(({ key, sizeBytes }) => ({ name: key.slice(prefix.length), sizeBytes, sha256: null }));
      const files: readonly OffsiteFile[] = named.length > 0 ? named : lying;
      const hashOf = (name: string) => browserHash(place.remote_name, bucket, `${prefix}${name}`);
      return {
        whole: manifest !== undefined,
        files: databasesIn(files, hashOf),
        bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      };
    },
  };
}

/** What is longer is not read here: the sums of so many files are with the run's agent. */
const mostManifestBytes = 3_500_000;

/** All objects whose names begin so, and what stands for folders where a delimiter is given. @throws ServiceError */
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
