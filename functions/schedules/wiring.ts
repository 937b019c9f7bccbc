import { scheduledBuild } from "#shared/builds/scheduled-build.ts";
import { scheduledDeployment } from "#shared/deployments/scheduled-deployment.ts";
import { scheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import type { ActionHandlers } from "#shared/schedules/action.ts";
import { dueRuns as dueRunsOf } from "#shared/schedules/due-runs.ts";
import { runMessages } from "#shared/schedules/messages.ts";
import { scheduleEvents } from "#shared/schedules/schedule-events.ts";
import { serverSchedules } from "#shared/schedules/server-schedules.ts";
import { scheduleService } from "#shared/schedules/service.ts";
import { runStarter } from "#shared/schedules/starter.ts";
import { scheduleStore } from "#shared/schedules/store.ts";
import { scheduledServerSchedule } from "#shared/server/scheduled-server-schedule.ts";
import { buildPublishing } from "../builds/job-wiring.ts";
import { type BuildStartPlatform, buildStart } from "../builds/start-wiring.ts";
import { scheduledRecipe } from "../deployments/recipe-wiring.ts";
import { type DeploymentStartPlatform, deploymentStart } from "../deployments/start-wiring.ts";
import { eventFeed } from "../events/wiring.ts";
import { adminCalls } from "../filemaker/wiring.ts";
import { jobs, processRecords } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import { type NotifierPlatform, notificationPublisher } from "../notifications/publish-wiring.ts";
import type { Platform } from "../platform.ts";
import { accountOfHost, administratorOf } from "../sessions/wiring.ts";

type SchedulesPlatform = BuildStartPlatform & DeploymentStartPlatform;

export const schedules = memoized((platform: SchedulesPlatform) => {
  const administrator = administratorOf(platform);
  return {
    ...scheduleService({
      ...partsOf(platform),
      actions: actionsOf(platform),
      administrator: accountOfHost(platform),
      processes: processRecords(platform),
      vault: platform.vault,
    }),
    ...serverSchedules({ commands: scheduleCommands(adminCalls(platform)), administrator }),
  };
});

/** Runs of schedules that are due. */
export const dueRuns = memoized((platform: SchedulesPlatform & NotifierPlatform & Pick<Platform, "baseUrl">) =>
  dueRunsOf({
    ...partsOf(platform),
    log: platform.log,
    notify: scheduleEvents({
      publish: notificationPublisher(platform),
      baseUrl: platform.baseUrl,
      clock: platform.clock,
    }),
  }),
);

/** Actions of schedules by kind. */
const actionsOf = memoized(
  (platform: SchedulesPlatform): ActionHandlers => ({
    build: scheduledBuild(buildStart(platform), buildPublishing(platform).check),
    deployment: scheduledDeployment(deploymentStart(platform)),
    recipe: scheduledRecipe(platform),
    serverSchedule: scheduledServerSchedule({
      commands: scheduleCommands(adminCalls(platform)),
      jobs: jobs(platform),
      vault: platform.vault,
      ids: platform.ids,
    }),
  }),
);

function partsOf(platform: SchedulesPlatform) {
  const { table, queue, vault, clock, schedules: later } = platform;
  return {
    store: scheduleStore(table),
    messages: runMessages({ queue, schedules: later, clock }),
    starter: runStarter({
      actions: actionsOf(platform),
      acceptedUnder: processRecords(platform).acceptedUnder,
      vault,
    }),
    clock,
    announce: (id: number) => eventFeed(platform).publish(`schedule:${id}`),
  };
}
