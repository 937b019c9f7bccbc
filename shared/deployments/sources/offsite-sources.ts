import type { FileSource } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import type { FindBackup, OpenLocationNamed } from "#shared/backups/api.ts";
import { UnreadableObject } from "#shared/blocks/sealed-object.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Callouts } from "#shared/ports/callouts.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import type { DeploymentSource } from "../request/contract.ts";
import { manifestIn } from "./build-manifest.ts";
import { notReached } from "./not-reached.ts";

type SourceOf<Type extends string> = Extract<DeploymentSource, { readonly type: Type }>;
type Without<Source> = Source extends unknown ? Omit<Source, "networks"> : never;
type Zip = Without<Extract<FileSource, { readonly kind: "zip" }>>;
type Stored = Without<Extract<FileSource, { readonly kind: "store" }>>;

/** Builds and backups in offsite locations, which the agent downloads. Zips of builds have addresses that are valid for a day. */
export interface OffsiteSources {
  /** @throws ServiceError source_not_called, source_unreachable, source_refused */
  build(source: SourceOf<"offsite_storage">): Promise<Zip | Stored>;
  /** @throws ServiceError source_not_called, source_unreachable, source_refused */
  backup(source: SourceOf<"offsite_backup">): Promise<Stored>;
}

interface OffsiteDependencies {
  readonly openLocation: OpenLocationNamed;
  readonly findBackup: FindBackup;
  readonly callouts: Pick<Callouts, "call">;
  readonly clock: Clock;
}

/** Lifetime of a download address, in seconds. A transfer can wait for its turn and take hours. */
const addressSeconds = 24 * 3_600;

export function offsiteSources({ openLocation, findBackup, callouts, clock }: OffsiteDependencies): OffsiteSources {
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
          throw new ServiceError("source_refused", { text: `${buildId} has no manifest of a completed build` });
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
      const folder = joined(offsiteLocation.remote_path);
      const found = await asked(`the backup in ${offsiteLocation.remote_name}`, () =>
        findBackup({ store, bucket, folder }, { fileNames, backup }),
      );
      if ("missing" in found) throw new ServiceError("source_refused", { text: found.missing });
      return { kind: "store", store: { ...place, folder }, files: [...fileNames], ...found };
    },
  };
}

function joined(...folders: readonly string[]): string {
  return folders
    .flatMap((folder) => folder.split("/"))
    .filter((name) => name !== "")
    .join("/");
}

/** Converts errors of a store into errors of deployments. @throws ServiceError */
async function asked<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    if (thrown instanceof StoreRefused) {
      const text = thrown.code === "NoSuchKey" ? `${what} wasn't found` : `${what}: ${thrown.message}`;
      throw new ServiceError("source_refused", { text, detail: thrown.code, cause: thrown });
    }
    if (thrown instanceof UnreadableObject)
      throw new ServiceError("source_refused", { text: `${what} can't be opened: ${thrown.message}`, cause: thrown });
    throw notReached(thrown);
  }
}
