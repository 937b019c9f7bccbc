import type { StorePlace } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import { folderOf } from "../locations/rules.ts";
import type { OffsiteScheduleRecord } from "../schedules/record.ts";
import type { ScheduleTaskDependencies } from "./task-dependencies.ts";

type Opening = Pick<ScheduleTaskDependencies, "openLocation">;

/** Opens a folder of a bucket with the account of its location. @throws ServiceError offsite_location_not_found */
export async function openedPlace(
  { openLocation }: Opening,
  { remote, bucket, path }: Pick<OffsiteScheduleRecord, "remote" | "bucket" | "path">,
): Promise<StorePlace> {
  const { address, credentials, check } = await openLocation(remote);
  const checksums = check?.features.checksums === "yes";
  return { ...address, ...credentials, bucket, folder: folderOf(path), checksums };
}

/** Returns the target of each external container folder. Null: not sent. @throws ServiceError offsite_location_not_found */
export async function containerPlaces(
  dependencies: Opening,
  { remote, bucket, path, containers: [first, second] }: OffsiteScheduleRecord,
): Promise<[StorePlace | null, StorePlace | null]> {
  const placeOf = async ({ isIncluded, differs, ...own }: typeof first) => {
    if (!isIncluded) return null;
    if (differs !== true) return openedPlace(dependencies, { remote, bucket, path });
    const place = { remote: own.remote ?? remote, bucket: own.bucket ?? bucket, path: own.path ?? path };
    return openedPlace(dependencies, place);
  };
  return [await placeOf(first), await placeOf(second)];
}
