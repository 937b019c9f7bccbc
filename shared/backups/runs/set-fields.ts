import type { OpenLocationNamed } from "../locations/open-location.ts";
import { folderOf } from "../locations/rules.ts";
import type { OffsiteScheduleRecord } from "../schedules/record.ts";

interface SetFieldsDependencies {
  readonly openLocation: OpenLocationNamed;
  /** Private networks that Latchkey can call in addition to public networks. */
  readonly networks: readonly string[];
}

/**
 * Returns the fields that every task on a set has: its place, the rights there, and its known state.
 * @throws ServiceError offsite_location_not_found
 */
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
