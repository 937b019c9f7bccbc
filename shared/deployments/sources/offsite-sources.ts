import type { FileSource } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import type { OpenLocationNamed } from "#shared/backups/locations/open-location.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import { CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { type ObjectPage, type StoreClient, storeClient } from "#shared/s3/store-client.ts";
import type { DeploymentSource } from "../contract.ts";
import { manifestIn } from "./build-manifest.ts";

type SourceOf<Type extends string> = Extract<DeploymentSource, { readonly type: Type }>;
type Without<Source> = Source extends unknown ? Omit<Source, "networks"> : never;
type Zip = Without<Extract<FileSource, { readonly kind: "zip" }>>;
type Stored = Without<Extract<FileSource, { readonly kind: "store" }>>;

/** Builds and backups that lie in offsite locations. The agent fetches them: zips of builds by addresses that are good for a day. */
export interface OffsiteSources {
  /** @throws ServiceError source_unreachable, source_refused */
  build(source: SourceOf<"offsite_storage">): Promise<Zip | Stored>;
  /** @throws ServiceError source_unreachable, source_refused */
  backup(source: SourceOf<"offsite_backup">): Promise<Stored>;
}

interface OffsiteDependencies {
  readonly openLocation: OpenLocationNamed;
  readonly callouts: Pick<Callouts, "call">;
  readonly clock: Clock;
}

/** A transfer may wait for its turn, and take hours. Seconds. */
const addressSeconds = 24 * 3_600;

export function offsiteSources({ openLocation, callouts, clock }: OffsiteDependencies): OffsiteSources {
  const opened = async ({ remote_name: name, bucket_name: bucket }: SourceOf<"offsite_storage">["offsiteLocation"]) => {
    const location = await openLocation(name).catch((thrown: unknown) => {
      if (!(thrown instanceof ServiceError)) throw thrown;
      throw new ServiceError("source_refused", { text: thrown.text, cause: thrown });
    });
    return {
      store: storeClient({ ...location, call: callouts.call, clock }),
      bucket,
      place: { ...location.address, ...location.credentials, bucket, folder: "" },
    };
  };

  return {
    async build({ buildId, offsiteLocation, subFolder = "" }) {
      const { store, bucket, place } = await opened(offsiteLocation);
      const folder = joined(offsiteLocation.remote_path, subFolder, buildId);
      return asked(`the build ${buildId} in ${offsiteLocation.remote_name}`, async () => {
        const manifest = manifestIn(await store.get(bucket, `${folder}/manifest.json`));
        if (manifest === undefined || manifest.status !== "completed")
          throw new ServiceError("source_refused", { text: `${buildId} has no manifest of a finished build` });
        const { zipArchive, zipSize, sha256, files } = manifest;
        if (zipArchive === "")
          return { kind: "store", store: place, folder, files: files.map(({ fileName }) => fileName) };
        const address = await store.addressOf(bucket, `${folder}/${buildId}.build.zip`, addressSeconds);
        const sizes = files.flatMap(({ fileName, size }) => (size == null ? [] : [[fileName, size] as const]));
        return {
          kind: "zip",
          token: address.href,
          build: buildId,
          sizeBytes: zipSize ?? null,
          sha256: sha256 ?? null,
          sizes: Object.fromEntries(sizes),
        };
      });
    },

    async backup({ fileNames, offsiteLocation, backup }) {
      const { store, bucket, place } = await opened(offsiteLocation);
      const stored = (folder: string): Stored => ({ kind: "store", store: place, folder, files: [...fileNames] });
      const top = `${joined(offsiteLocation.remote_path, "dbs")}/`;
      return asked(`the backup in ${offsiteLocation.remote_name}`, async () => {
        const at = await listed(store, bucket, top, "/");
        const folders = backup === undefined ? byTime(at.prefixes) : [`${top}${backup}/`];
        // Those that others have made have no manifest, as those that are on their way: they are taken where there is nothing better.
        let other: string | undefined;
        let missing: string | undefined;
        for (const folder of folders.slice(0, mostLookedAt)) {
          const { keys } = await listed(store, bucket, folder);
          const absent = missingIn(keys, fileNames);
          if (absent !== undefined) missing ??= `${absent} is not in ${folder}`;
          else if (keys.includes(`${folder}manifest.json`)) return stored(folder.slice(0, -1));
          else other ??= folder;
        }
        const absent = missingIn(backup === undefined ? at.keys : [], fileNames);
        if (absent === undefined) other ??= top;
        else missing ??= `${absent} is not in ${top}`;
        if (other === undefined) throw new ServiceError("source_refused", { text: missing ?? "" });
        return stored(other.slice(0, -1));
      });
    },
  };
}

/** Backups that are looked through for one that has all files. */
const mostLookedAt = 50;

/** The names of all objects that begin so, and what stands for folders where a delimiter is given. */
async function listed(store: StoreClient, bucket: string, prefix: string, delimiter = "") {
  const keys: string[] = [];
  const prefixes: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const page: ObjectPage = await store.list(bucket, { prefix, delimiter, cursor });
    keys.push(...page.objects.map(({ key }) => key));
    prefixes.push(...page.prefixes);
    cursor = page.cursor;
  }
  return { keys, prefixes };
}

/** Folders of backups, the newest first: their names end with the time. */
function byTime(folders: readonly string[]): readonly string[] {
  const timeOf = (folder: string) => /_(\d{4}-\d{2}-\d{2}_\d{4})\/$/.exec(folder)?.[1] ?? "";
  return folders.toSorted((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1));
}

/** The first of these databases that is missing, as it is or as a zip. Names differ in more than their letters' case; the server hosts one of a name. */
function missingIn(keys: readonly string[], names: readonly string[]): string | undefined {
  const there = new Set(
    keys.flatMap((key) => {
      const name = key.slice(key.lastIndexOf("/") + 1).replace(/\.zip$/i, "");
      return /\.fmp12$/i.test(name) ? [foldedDatabaseName(name)] : [];
    }),
  );
  return names.find((name) => !there.has(foldedDatabaseName(name)));
}

function joined(...folders: readonly string[]): string {
  return folders
    .flatMap((folder) => folder.split("/"))
    .filter((name) => name !== "")
    .join("/");
}

/** What a store says, in the words of deployments. @throws ServiceError */
async function asked<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    if (thrown instanceof StoreRefused) {
      const text = thrown.code === "NoSuchKey" ? `${what} is not there` : `${what}: ${thrown.message}`;
      throw new ServiceError("source_refused", { text, detail: thrown.code, cause: thrown });
    }
    if (thrown instanceof CalloutFailed || thrown instanceof CalloutRefused)
      throw new ServiceError("source_unreachable", { text: thrown.message, cause: thrown });
    throw thrown;
  }
}
