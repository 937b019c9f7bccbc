import type { Callouts } from "#shared/ports/callouts.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import type { OpenLocationNamed } from "../locations/open-location.ts";
import { folderOf } from "../locations/rules.ts";
import type { SetsPlace } from "./placed-snapshots.ts";

/** Folder of a bucket at a location. */
export interface OffsitePlace {
  readonly remote_name: string;
  readonly bucket_name: string;
  readonly remote_path: string;
}

/** Opens a place for reading. @throws ServiceError offsite_location_not_found */
export type OpenPlace = (place: OffsitePlace) => Promise<SetsPlace>;

interface OpenPlaceDependencies {
  readonly openLocation: OpenLocationNamed;
  readonly callouts: Pick<Callouts, "call">;
  readonly clock: Clock;
}

export function openPlace({ openLocation, callouts, clock }: OpenPlaceDependencies): OpenPlace {
  return async ({ remote_name, bucket_name: bucket, remote_path }) => ({
    store: storeClient({ ...(await openLocation(remote_name)), call: callouts.call, clock }),
    ...{ bucket, folder: folderOf(remote_path) },
  });
}
