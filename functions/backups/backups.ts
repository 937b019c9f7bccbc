import { taskInput, taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { backups } from "#shared/backups/contract.ts";
import { locationService } from "#shared/backups/locations/service.ts";
import { locationPartitions, locationSecrets, locationStore } from "#shared/backups/locations/store.ts";
import { notificationSettings } from "#shared/backups/notifications/service.ts";
import {
  offsiteSettingPartitions,
  offsiteSettingSecrets,
  offsiteSettingStore,
} from "#shared/backups/notifications/store.ts";
import { offsiteSetting } from "#shared/backups/old-setting/contract.ts";
import { oldSetting } from "#shared/backups/old-setting/service.ts";
import { offsiteRecovery } from "#shared/backups/recovery/contract.ts";
import { openSets } from "#shared/backups/recovery/open-sets.ts";
import { recoveryService } from "#shared/backups/recovery/service.ts";
import { setKeys } from "#shared/backups/recovery/set-keys.ts";
import {
  dataKeyPartitions,
  dataKeySecrets,
  recoveryKeyPartitions,
  recoveryKeySecrets,
  recoveryStore,
} from "#shared/backups/recovery/store.ts";
import { offsiteRestores } from "#shared/backups/restores/contract.ts";
import { offsiteBackups } from "#shared/backups/restores/offsite-backups.ts";
import { restoreService } from "#shared/backups/restores/service.ts";
import { offsiteSchedules } from "#shared/backups/schedules/contract.ts";
import { offsiteScheduleService } from "#shared/backups/schedules/service.ts";
import { offsiteSchedulePartitions, offsiteScheduleStore } from "#shared/backups/schedules/store.ts";
import { offsiteUpkeep } from "#shared/backups/upkeep/contract.ts";
import { upkeepService } from "#shared/backups/upkeep/service.ts";
import { deploymentPartitions, deploymentSecrets } from "#shared/deployments/store.ts";
import { downloadPartitions, downloadStore } from "#shared/downloads/store.ts";
import { downloadTokens } from "#shared/downloads/token.ts";
import { scheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { defineResource } from "../edge/resource.ts";
import { memoized } from "../memoized.ts";
import { callsFileMaker, needs, servesAdmins, startsProcesses, usesAgent } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { type DeploymentStartPlatform, deploymentStart } from "../wiring/deployments.ts";
import { adminCalls, administratorOf, type FileMakerPlatform } from "../wiring/filemaker.ts";
import {
  type BackupStartPlatform,
  offsiteLocations,
  offsitePlaces,
  offsiteSnapshots,
  scheduleTasks,
} from "../wiring/offsite.ts";
import { type JobsPlatform, jobs } from "../wiring/work.ts";

const backupPartitions = [
  locationPartitions,
  offsiteSchedulePartitions,
  offsiteSettingPartitions,
  recoveryKeyPartitions,
  dataKeyPartitions,
];

export const resource = defineResource({
  contract: {
    ...backups,
    ...offsiteRestores,
    ...offsiteSchedules,
    ...offsiteUpkeep,
    ...offsiteRecovery,
    ...offsiteSetting,
  },
  wiring: backupsOn,
  needs: needs(servesAdmins, usesAgent, callsFileMaker, startsProcesses, {
    // Restoring over hosted files starts a deployment.
    seals: [locationSecrets, offsiteSettingSecrets, recoveryKeySecrets, dataKeySecrets, taskSecrets, deploymentSecrets],
    opens: [
      locationSecrets,
      offsiteSettingSecrets,
      recoveryKeySecrets,
      dataKeySecrets,
      keySecrets.admin,
      deploymentSecrets,
    ],
    reads: [...backupPartitions, deploymentPartitions],
    writes: [...backupPartitions, deploymentPartitions, downloadPartitions],
    parts: { schedules: ["process"] },
  }),
});

type RestorePlatform = DeploymentStartPlatform &
  JobsPlatform &
  Pick<Platform, "callouts" | "calloutNetworks" | "diskFloorBytes" | "prefixes" | "ids">;

/** Restores offsite backups. */
const restores = memoized((platform: RestorePlatform) => {
  const { table, vault, clock, ids } = platform;
  const openLocation = offsiteLocations(platform);
  const downloads = downloadStore(table);
  const tokens = downloadTokens(vault);
  return restoreService({
    found: offsiteBackups({ openPlace: offsitePlaces(platform), snapshots: offsiteSnapshots(platform) }),
    deployments: deploymentStart(platform),
    jobs: () => jobs(platform),
    taskInput: (work, fields) => taskInput(vault, work, fields),
    openLocation,
    administrator: administratorOf(platform),
    async keepDownload(record) {
      await downloads.create(record);
      const downloadToken = await tokens.make(record);
      return { downloadToken, downloadPath: `/${platform.prefixes[0]}/api/fm-file/download?token=${downloadToken}` };
    },
    networks: platform.calloutNetworks,
    floorBytes: platform.diskFloorBytes,
    clock,
    ids,
  });
});

type BackupsPlatform = FileMakerPlatform & BackupStartPlatform & RestorePlatform;

export function backupsOn(platform: BackupsPlatform) {
  const { vault, callouts, ids, clock } = platform;
  const locations = locationStore(platform.table);
  const schedules = offsiteScheduleStore(platform.table);
  const schedulesTo = async (location: string) =>
    (await schedules.all()).filter(({ remote, containers }) =>
      [remote, ...containers.map((container) => container.remote)].includes(location),
    );
  const namesTo = async (location: string) => (await schedulesTo(location)).map(({ name }) => name);
  const idsTo = async (location: string) => (await schedulesTo(location)).map(({ id }) => id);
  const ofLocations = locationService({ store: locations, schedulesTo: namesTo, vault, callouts, ids, clock });
  const tasks = scheduleTasks(platform);
  const recovery = recoveryStore(platform.table);
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
    ...notificationSettings({ store: offsiteSettingStore(platform.table), vault }),
  };
}
