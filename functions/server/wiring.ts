import { serviceCommands } from "#shared/filemaker/commands/service-commands.ts";
import { serverProbe } from "#shared/filemaker/server-probe.ts";
import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { processEnd } from "#shared/processes/process-end.ts";
import { diskService } from "#shared/server/disk/service.ts";
import { serverService } from "#shared/server/service.ts";
import { serviceStatus as statusOf } from "#shared/server/service-status.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { eventFeed } from "../events/wiring.ts";
import { adminCalls, type FileMakerPlatform, loginThrottle, serverCommands } from "../filemaker/wiring.ts";
import { type JobsPlatform, jobs, processRecords } from "../jobs/wiring.ts";
import { keyRecords } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { administratorOf } from "../sessions/wiring.ts";

export type ServerPlatform = AgentClientPlatform &
  FileMakerPlatform &
  JobsPlatform &
  Pick<Platform, "answerMs" | "diskFloorBytes">;

/** Operations on FileMaker Server and the disks of the database host. */
export const server = memoized((platform: ServerPlatform) => {
  const { vault, clock, ids, answerMs, diskFloorBytes } = platform;
  const accounts = storedAccounts({ store: keyRecords(platform), vault });
  const process = processRecords(platform).get;
  const client = () => agentClient(platform);
  return {
    ...serverService({
      commands: serverCommands(platform),
      serviceStatus: serviceStatus(platform),
      administrator: administratorOf(platform),
      anyAdministrator: () => accounts.ofAnyAdminKey(),
      agentClient: client,
      jobs: jobs(platform),
      processEnd: processEnd({ process, clock, answerMs, isStopping: () => eventFeed(platform).isClosed }),
      vault,
      ids,
    }),
    ...diskService(client, diskFloorBytes),
  };
});

/** Returns which of FileMaker Server's services are running. */
export const serviceStatus = memoized((platform: FileMakerPlatform) => {
  const { fileMaker, clock } = platform;
  return statusOf({
    services: serviceCommands(adminCalls(platform)),
    probe: serverProbe(fileMaker, () => clock.now(), loginThrottle(platform)),
  });
});
