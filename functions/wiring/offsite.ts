import { taskInput, taskJob } from "#shared/agent/tasks/task-job.ts";
import { drillJob } from "#shared/backups/drills/drill-job.ts";
import { drillPlan, startDrill } from "#shared/backups/drills/start-drill.ts";
import { openLocation } from "#shared/backups/locations/open-location.ts";
import { locationStore } from "#shared/backups/locations/store.ts";
import { notificationOf } from "#shared/backups/notifications/service.ts";
import { offsiteSettingStore } from "#shared/backups/notifications/store.ts";
import { keysOfSet } from "#shared/backups/recovery/keys-of-set.ts";
import { recoveryStore } from "#shared/backups/recovery/store.ts";
import { openPlace } from "#shared/backups/restores/open-place.ts";
import { placedSnapshots } from "#shared/backups/restores/placed-snapshots.ts";
import { containerPlan, restorePlan, undoContainersPlan } from "#shared/backups/restores/plan.ts";
import { followServer } from "#shared/backups/runs/follow-server.ts";
import { runEvents } from "#shared/backups/runs/run-events.ts";
import { sendJob } from "#shared/backups/runs/send-job.ts";
import { sendPlan, startRun } from "#shared/backups/runs/start-run.ts";
import type { ScheduleTaskDependencies } from "#shared/backups/runs/task-dependencies.ts";
import { offsiteScheduleStore } from "#shared/backups/schedules/store.ts";
import { startUpkeep, upkeepPlan } from "#shared/backups/upkeep/start-upkeep.ts";
import { upkeepJob } from "#shared/backups/upkeep/upkeep-job.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import {
  type AgentClientPlatform,
  agentClient,
  type JobsPlatform,
  jobs,
  type NotifierPlatform,
  notificationPublisher,
  processRecords,
} from "./work.ts";

type RunEventsPlatform = NotifierPlatform & Pick<Platform, "baseUrl">;

const backupEvents = memoized((platform: RunEventsPlatform) =>
  runEvents({
    publish: notificationPublisher(platform),
    notification: notificationOf({ store: offsiteSettingStore(platform.table), vault: platform.vault }),
    baseUrl: platform.baseUrl,
    clock: platform.clock,
  }),
);

export function backupJobs(platform: AgentClientPlatform & RunEventsPlatform): readonly JobKind[] {
  const agents = { agentClient: () => agentClient(platform), vault: () => platform.vault };
  const store = offsiteScheduleStore(platform.table);
  return [
    sendJob({ sending: taskJob(sendPlan, agents), store, events: backupEvents(platform), clock: platform.clock }),
    drillJob({ drilling: taskJob(drillPlan, agents), store, events: backupEvents(platform), clock: platform.clock }),
    upkeepJob({
      maintenance: taskJob(upkeepPlan, agents),
      store,
      events: backupEvents(platform),
      clock: platform.clock,
    }),
    ...[restorePlan, containerPlan, undoContainersPlan].map((plan) => taskJob(plan, agents)),
  ];
}

/** Tracks the backups that FileMaker Server makes. */
export const followBackups = memoized((platform: AgentClientPlatform & RunEventsPlatform & BackupStartPlatform) =>
  followServer({
    store: offsiteScheduleStore(platform.table),
    processes: processRecords(platform),
    agentClient: () => agentClient(platform),
    ...scheduleTasks(platform),
    events: backupEvents(platform),
    clock: platform.clock,
    log: platform.log,
  }),
);

/** Opens offsite locations by name. */
export const offsiteLocations = memoized((platform: Pick<Platform, "table" | "vault">) =>
  openLocation(locationStore(platform.table), platform.vault),
);

/** Decrypts the keys of backup sets for the agent. */
const setKeysForHost = memoized((platform: Pick<Platform, "table" | "vault">) =>
  keysOfSet(recoveryStore(platform.table), platform.vault),
);

/** Opens storage locations for reading. */
export const offsitePlaces = memoized((platform: Pick<Platform, "table" | "vault" | "callouts" | "clock">) =>
  openPlace({ openLocation: offsiteLocations(platform), callouts: platform.callouts, clock: platform.clock }),
);

/** Block-based backups at their storage locations. */
export const offsiteSnapshots = memoized((platform: Pick<Platform, "table" | "vault">) =>
  placedSnapshots(setKeysForHost(platform)),
);

export type BackupStartPlatform = JobsPlatform &
  Pick<Platform, "table" | "vault" | "calloutNetworks" | "diskFloorBytes">;

/** Agent tasks of backup schedules: send, restore drill, and maintenance of backup sets. */
export const scheduleTasks = memoized((platform: BackupStartPlatform) => {
  const dependencies: ScheduleTaskDependencies = {
    store: offsiteScheduleStore(platform.table),
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
