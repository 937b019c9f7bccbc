import { taskInput } from "#shared/agent/tasks/task-job.ts";
import { startDrill } from "#shared/backups/drills/start-drill.ts";
import { offsiteSettingStore } from "#shared/backups/notifications/store.ts";
import { startRun } from "#shared/backups/runs/start-run.ts";
import type { ScheduleTaskDependencies } from "#shared/backups/runs/task-dependencies.ts";
import { offsiteScheduleStore } from "#shared/backups/schedules/store.ts";
import { startUpkeep } from "#shared/backups/upkeep/start-upkeep.ts";
import { type JobsPlatform, jobs } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { offsiteLocations } from "./location-wiring.ts";
import { setKeysForHost } from "./snapshot-wiring.ts";

export const offsiteScheduleRecords = memoized(({ table }: Pick<Platform, "table">) => offsiteScheduleStore(table));

/** Settings shared by all offsite backups. */
export const offsiteSettingRecords = memoized(({ table }: Pick<Platform, "table">) => offsiteSettingStore(table));

export type BackupStartPlatform = JobsPlatform &
  Pick<Platform, "table" | "vault" | "calloutNetworks" | "diskFloorBytes">;

/** Agent tasks of backup schedules: send, restore drill, and maintenance of backup sets. */
export const scheduleTasks = memoized((platform: BackupStartPlatform) => {
  const dependencies: ScheduleTaskDependencies = {
    store: offsiteScheduleRecords(platform),
    jobs: () => jobs(platform),
    taskInput: (work, fields) => taskInput(platform.vault, work, fields),
    keysOf: setKeysForHost(platform),
    openLocation: offsiteLocations(platform),
    networks: platform.calloutNetworks,
    floorBytes: platform.diskFloorBytes,
    clock: platform.clock,
  };
  return { start: startRun(dependencies), drill: startDrill(dependencies), maintain: startUpkeep(dependencies) };
});
