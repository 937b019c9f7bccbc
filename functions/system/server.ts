import { pluginCommands } from "#shared/filemaker/commands/plugin-commands.ts";
import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { keySecrets, keyStore } from "#shared/keys/store.ts";
import { processEnd } from "#shared/processes/process-end.ts";
import { server } from "#shared/server/contract.ts";
import { disk } from "#shared/server/disk/contract.ts";
import { diskService } from "#shared/server/disk/service.ts";
import { plugins } from "#shared/server/plugins/contract.ts";
import { pluginService } from "#shared/server/plugins/service.ts";
import { serverWorkSecrets } from "#shared/server/sealed-secrets.ts";
import { serverService } from "#shared/server/service.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, needs, servesAdmins, startsProcesses, usesAgent } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { eventFeed } from "../wiring/calls.ts";
import {
  adminCalls,
  administratorOf,
  type FileMakerPlatform,
  serverCommands,
  serviceStatus,
} from "../wiring/filemaker.ts";
import { type AgentClientPlatform, agentClient, type JobsPlatform, jobs, processRecords } from "../wiring/work.ts";

export const resource = defineResource({
  contract: { ...server, ...disk, ...plugins },
  wiring: service,
  needs: needs(servesAdmins, usesAgent, callsFileMaker, startsProcesses, {
    seals: [serverWorkSecrets],
    opens: [keySecrets.admin],
  }),
});

type ServerPlatform = AgentClientPlatform &
  FileMakerPlatform &
  JobsPlatform &
  Pick<Platform, "answerMs" | "diskFloorBytes">;

/** Operations on FileMaker Server and the disks of the database host. */
function service(platform: ServerPlatform) {
  const { vault, clock, ids, answerMs, diskFloorBytes } = platform;
  const accounts = storedAccounts({ store: keyStore(platform.table), vault });
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
    ...pluginService({
      commands: pluginCommands(adminCalls(platform)),
      administrator: administratorOf(platform),
      agentClient: client,
      floorBytes: diskFloorBytes,
    }),
  };
}
