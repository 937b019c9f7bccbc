import { taskJob } from "#shared/agent/tasks/task-job.ts";
import { drillJob } from "#shared/backups/drills/drill-job.ts";
import { drillPlan } from "#shared/backups/drills/start-drill.ts";
import { notificationOf } from "#shared/backups/notifications/service.ts";
import { containerPlan, restorePlan, undoContainersPlan } from "#shared/backups/restores/plan.ts";
import { followServer } from "#shared/backups/runs/follow-server.ts";
import { runEvents } from "#shared/backups/runs/run-events.ts";
import { sendJob } from "#shared/backups/runs/send-job.ts";
import { sendPlan } from "#shared/backups/runs/start-run.ts";
import { upkeepPlan } from "#shared/backups/upkeep/start-upkeep.ts";
import { upkeepJob } from "#shared/backups/upkeep/upkeep-job.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { processRecords } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import { type NotifierPlatform, notificationPublisher } from "../notifications/publish-wiring.ts";
import type { Platform } from "../platform.ts";
import {
  type BackupStartPlatform,
  offsiteScheduleRecords,
  offsiteSettingRecords,
  scheduleTasks,
} from "./start-wiring.ts";

type RunEventsPlatform = NotifierPlatform & Pick<Platform, "baseUrl">;

const backupEvents = memoized((platform: RunEventsPlatform) =>
  runEvents({
    publish: notificationPublisher(platform),
    notification: notificationOf({ store: offsiteSettingRecords(platform), vault: platform.vault }),
    baseUrl: platform.baseUrl,
    clock: platform.clock,
  }),
);

export function backupJobs(platform: AgentClientPlatform & RunEventsPlatform): readonly JobKind[] {
  const agents = { agentClient: () => agentClient(platform), vault: () => platform.vault };
  const store = offsiteScheduleRecords(platform);
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
    store: offsiteScheduleRecords(platform),
    processes: processRecords(platform),
    agentClient: () => agentClient(platform),
    ...scheduleTasks(platform),
    events: backupEvents(platform),
    clock: platform.clock,
    log: platform.log,
  }),
);
