import type { OpenLocationNamed } from "../locations/open-location.ts";
import { folderOf } from "../locations/rules.ts";
import type { OffsiteScheduleRecord } from "../schedules/record.ts";

interface SetFieldsDependencies {
  readonly openLocation: OpenLocationNamed;
  /** Networks beside the public ones that may be called. */
  readonly networks: readonly string[];
}

/** What every work on a set is asked with: where it lies, what may be done there, and what is known of it. @throws ServiceError offsite_location_not_found */
export async function setFields(
  { openLocation, networks }: SetFieldsDependencies,
  { id, name, remote, bucket, path, newestSnapshot }: OffsiteScheduleRecord,
  set: string,
) {
  const { address, credentials, check } = await openLocation(remote);
  return {
    ...{ schedule: { id, name }, set },
    store: { ...address, ...credentials, bucket, folder: folderOf(path) },
    features: {
      conditionalPut: check?.features.conditionalPut === "yes",
      checksums: check?.features.checksums === "yes",
      deletes: check?.rights.delete === "yes",
    },
    newest: newestSnapshot,
    networks: [...networks],
  };
}
