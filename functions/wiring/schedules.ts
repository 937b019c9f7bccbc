import { scheduledBuild } from "#shared/builds/scheduled-build.ts";
import { scheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import type { ActionHandler, ActionHandlers } from "#shared/schedules/action.ts";
import { dueRuns as dueRunsOf } from "#shared/schedules/due-runs.ts";
import { runMessages } from "#shared/schedules/messages.ts";
import { scheduleEvents } from "#shared/schedules/schedule-events.ts";
import { runStarter } from "#shared/schedules/starter.ts";
import { scheduleStore } from "#shared/schedules/store.ts";
import { scheduledServerSchedule } from "#shared/server/scheduled-server-schedule.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type BuildStartPlatform, buildPublishing, buildStart } from "./builds.ts";
import { eventFeed } from "./calls.ts";
import type { DeploymentStartPlatform } from "./deployments.ts";
import { adminCalls } from "./filemaker.ts";
import { jobs, type NotifierPlatform, notificationPublisher, processRecords } from "./work.ts";

export type SchedulesPlatform = BuildStartPlatform & DeploymentStartPlatform;

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
export const actionsOf = memoized((platform: SchedulesPlatform): ActionHandlers => {
  const late = async () => (await import("./deployment-actions.ts")).deploymentActions(platform);
  return {
    build: scheduledBuild(buildStart(platform), buildPublishing(platform).check),
    deployment: lateAction(async () => (await late()).deployment),
    recipe: lateAction(async () => (await late()).recipe),
    serverSchedule: scheduledServerSchedule({
      commands: scheduleCommands(adminCalls(platform)),
      jobs: jobs(platform),
      vault: platform.vault,
      ids: platform.ids,
    }),
  };
});

/** Action that its first use loads. It isn't repeatable: if it is unknown whether it was started, it isn't started again. */
function lateAction<Input>(load: () => Promise<ActionHandler<Input>>): ActionHandler<Input> {
  return {
    isRepeatable: false,
    check: async (input, credential) => (await load()).check(input, credential),
    start: async (input, run) => (await load()).start(input, run),
  };
}

export function partsOf(platform: SchedulesPlatform) {
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
