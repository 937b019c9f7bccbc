import { scheduleCommands } from "../../shared/filemaker/schedule-commands.ts";
import { serviceCommands } from "../../shared/filemaker/service-commands.ts";
import type { JobKind } from "../../shared/jobs/kind.ts";
import { partChange } from "../../shared/server/part-change.ts";
import { scriptRun } from "../../shared/server/script-run.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { adminCalls, type FileMakerPlatform } from "../filemaker/wiring.ts";
import { processRecords } from "../jobs/wiring.ts";
import { serviceStatus } from "./wiring.ts";

/** Work on FileMaker Server itself. */
export function serverJobs(platform: AgentClientPlatform & FileMakerPlatform): readonly JobKind[] {
  const { vault, clock } = platform;
  const calls = adminCalls(platform);
  const hands = () => agentClient(platform);
  return [
    scriptRun({ schedules: scheduleCommands(calls), vault, clock, process: processRecords(platform).get }),
    partChange({ services: serviceCommands(calls), hands, sight: serviceStatus(platform), vault, clock }),
  ];
}
