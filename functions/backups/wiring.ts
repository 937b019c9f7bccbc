import { locationService } from "#shared/backups/locations/service.ts";
import { notificationSettings } from "#shared/backups/notifications/service.ts";
import { oldSetting } from "#shared/backups/old-setting/service.ts";
import { openSets } from "#shared/backups/recovery/open-sets.ts";
import { recoveryService } from "#shared/backups/recovery/service.ts";
import { setKeys } from "#shared/backups/recovery/set-keys.ts";
import { offsiteScheduleService } from "#shared/backups/schedules/service.ts";
import { upkeepService } from "#shared/backups/upkeep/service.ts";
import { scheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import { adminCalls, type FileMakerPlatform } from "../filemaker/wiring.ts";
import { memoized } from "../memoized.ts";
import { administratorOf } from "../sessions/wiring.ts";
import { locationRecords, offsiteLocations } from "./location-wiring.ts";
import { type RestorePlatform, restores } from "./restore-wiring.ts";
import { offsitePlaces, offsiteSnapshots, recoveryRecords } from "./snapshot-wiring.ts";
import {
  type BackupStartPlatform,
  offsiteScheduleRecords,
  offsiteSettingRecords,
  scheduleTasks,
} from "./start-wiring.ts";

type BackupsPlatform = FileMakerPlatform & BackupStartPlatform & RestorePlatform;

export const backups = memoized((platform: BackupsPlatform) => {
  const { vault, callouts, ids, clock } = platform;
  const locations = locationRecords(platform);
  const schedules = offsiteScheduleRecords(platform);
  const schedulesTo = async (location: string) =>
    (await schedules.all()).filter(({ remote, containers }) =>
      [remote, ...containers.map((container) => container.remote)].includes(location),
    );
  const namesTo = async (location: string) => (await schedulesTo(location)).map(({ name }) => name);
  const idsTo = async (location: string) => (await schedulesTo(location)).map(({ id }) => id);
  const ofLocations = locationService({ store: locations, schedulesTo: namesTo, vault, callouts, ids, clock });
  const tasks = scheduleTasks(platform);
  const recovery = recoveryRecords(platform);
  const keys = setKeys({ store: recovery, vault, ids, clock });
  const ofSchedules = offsiteScheduleService({
    store: schedules,
    locations,
    commands: scheduleCommands(adminCalls(platform)),
    administrator: administratorOf(platform),
    start: tasks.start,
    newSet: keys.newSet,
    drill: tasks.drill,
    isKeyConfirmed: async () => ((await recovery.key())?.record.confirmedAt ?? null) !== null,
    clock,
  });
  const operations = { ...ofLocations, ...ofSchedules };
  return {
    ...operations,
    ...openSets({
      ...{ store: recovery, setKeys: keys, vault, ids, clock },
      ...{ openPlace: offsitePlaces(platform), snapshots: offsiteSnapshots(platform) },
    }),
    ...recoveryService({ store: recovery, setKeys: keys, schedules, locations, vault, ids, clock }),
    ...oldSetting({ locations, schedules, schedulesTo: idsTo, operations }),
    ...restores(platform),
    ...upkeepService({
      store: schedules,
      openLocation: offsiteLocations(platform),
      start: tasks.maintain,
      clock,
    }),
    ...notificationSettings({ store: offsiteSettingRecords(platform), vault }),
  };
});
