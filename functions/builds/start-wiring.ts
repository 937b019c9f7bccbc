import { taskInput } from "#shared/agent/tasks/task-job.ts";
import { type StartBuild, startBuild } from "#shared/builds/start-build.ts";
import { type FileMakerPlatform, serverCommands } from "../filemaker/wiring.ts";
import { type JobsPlatform, scheduledJobs } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { startMoment } from "../schedules/moment-wiring.ts";
import { accountOfHost } from "../sessions/wiring.ts";
import { configsOfFiles } from "./config-wiring.ts";
import { buildPublishing, buildRecords } from "./job-wiring.ts";

export type BuildStartPlatform = FileMakerPlatform &
  JobsPlatform &
  Pick<Platform, "schedules" | "diskFloorBytes" | "releaseLimits" | "prefixes" | "calloutNetworks">;

export const buildStart = memoized((platform: BuildStartPlatform): StartBuild => {
  const { vault, clock, diskFloorBytes: floorBytes, releaseLimits } = platform;
  return startBuild({
    store: buildRecords(platform),
    server: serverCommands(platform),
    administrator: accountOfHost(platform),
    jobs: () => scheduledJobs(platform),
    taskInput: (work, fields) => taskInput(vault, work, fields),
    startMoment: startMoment(platform),
    checkDestination: buildPublishing(platform).check,
    configOf: configsOfFiles(platform),
    scriptSeconds: releaseLimits.preBuildScriptSeconds,
    floorBytes,
    vault,
    clock,
  });
});
