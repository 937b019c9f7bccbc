import { scheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import { serviceCommands } from "#shared/filemaker/commands/service-commands.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { scheduleRun } from "#shared/server/schedule-run.ts";
import { scriptRun } from "#shared/server/script-run.ts";
import { serviceChange } from "#shared/server/service-change.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { adminCalls, type FileMakerPlatform } from "../filemaker/wiring.ts";
import { processRecords } from "../jobs/wiring.ts";
import { serviceStatus } from "./wiring.ts";

/** Jobs on FileMaker Server itself. */
export function serverJobs(platform: AgentClientPlatform & FileMakerPlatform): readonly JobKind[] {
  const { vault, clock } = platform;
  const calls = adminCalls(platform);
  const client = () => agentClient(platform);
  const schedules = scheduleCommands(calls);
  return [
    scriptRun({ schedules, vault, clock, process: processRecords(platform).get }),
    scheduleRun({ schedules, vault, clock }),
    serviceChange({
      services: serviceCommands(calls),
      agentClient: client,
      serviceStatus: serviceStatus(platform),
      vault,
      clock,
    }),
  ];
}
