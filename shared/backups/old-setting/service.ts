import type { ServiceOf } from "#shared/contract/operation.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import type { backups } from "../contract.ts";
import type { LocationStore } from "../locations/store.ts";
import type { offsiteSchedules } from "../schedules/contract.ts";
import type { OffsiteScheduleStore } from "../schedules/store.ts";
import type { offsiteSetting } from "./contract.ts";

interface OldSettingDependencies {
  readonly locations: Pick<LocationStore, "get" | "delete">;
  readonly schedules: Pick<OffsiteScheduleStore, "remove">;
  /** Returns the ids of the schedules that send backups to a location. */
  readonly schedulesTo: (location: string) => Promise<readonly string[]>;
  readonly operations: Pick<ServiceOf<typeof backups>, "createOffsiteRemote" | "updateOffsiteRemote"> &
    Pick<ServiceOf<typeof offsiteSchedules>, "createOffsiteSchedule">;
}

/** Location that the older operations use, and the schedule that they create. */
const locationName = "offsite";
const scheduleName = "Offsite";

/** Operations for the single location of older clients, which is stored as a regular location. */
export function oldSetting(dependencies: OldSettingDependencies): ServiceOf<typeof offsiteSetting> {
  const { locations, schedules, schedulesTo, operations } = dependencies;
  return {
    async readOffsiteSetting() {
      const found = await locations.get(locationName);
      const isExistingSchedule = (await schedulesTo(locationName)).length > 0;
      if (found === undefined) return { ...nothing, isExistingSchedule };
      const { endpoint, region, accessKeyId, bucket, path } = found.record;
      return {
        ...{ type: "s3", endpoint, region: storeAddress(endpoint, region ?? undefined, "auto").region },
        ...{ access_key_id: accessKeyId, secret_access_key: null, bucketName: bucket, remotePath: path },
        isExistingSchedule,
      };
    },

    async changeOffsiteSetting({ bucketName, remotePath, setupBackupSchedule, ...account }, call) {
      const place = { bucket_name: bucketName, remote_path: remotePath };
      const location = { remote_name: locationName, ...account, ...place };
      if ((await locations.get(locationName)) === undefined)
        await operations.createOffsiteRemote({ ...location, addressing: "auto", noCheckBucket: true }, call);
      else await operations.updateOffsiteRemote(location, call);
      if (setupBackupSchedule && (await schedulesTo(locationName)).length === 0) {
        const schedule = { name: scheduleName, remote_name: locationName, ...place, layout: "files" as const };
        await operations.createOffsiteSchedule(
          { ...schedule, zip_files: false, retention: null, useExistingSchedule: false },
          call,
        );
      }
      return {};
    },

    async deleteOffsiteSetting() {
      if ((await locations.get(locationName)) === undefined)
        return { ok: false, message: "There is no offsite location of older clients" };
      for (const id of await schedulesTo(locationName)) await schedules.remove(id);
      await locations.delete(locationName);
      return { ok: true, message: "Offsite location deleted" };
    },
  };
}

const nothing = {
  ...{ type: null, endpoint: null, region: null, access_key_id: null, secret_access_key: null },
  ...{ bucketName: null, remotePath: null },
} as const;
