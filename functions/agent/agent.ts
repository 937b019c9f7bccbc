import { agent } from "#shared/agent/contract.ts";
import { links as linksOf } from "#shared/agent/link/links.ts";
import { serverKeys } from "#shared/agent/server-keys.ts";
import { agentService } from "#shared/agent/service.ts";
import {
  agentCodeSecrets,
  agentKeySecrets,
  agentPartitions,
  agentRequestSecrets,
  agentStore,
} from "#shared/agent/store.ts";
import { taskEvents } from "#shared/agent/tasks/task-events.ts";
import { pkiCommands } from "#shared/filemaker/commands/pki-commands.ts";
import { wakeForAgent } from "#shared/jobs/wake-for-agent.ts";
import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { keySecrets, keyStore } from "#shared/keys/store.ts";
import { processPartitions } from "#shared/processes/store.ts";
import { hostLogName, processBlobs } from "#shared/processes/tool-log.ts";
import { systemPartitions, systemStore } from "#shared/system/store.ts";
import { defineResource } from "../edge/resource.ts";
import { memoized } from "../memoized.ts";
import { callsFileMaker, needs, servesAdmins, usesAgent, worksInBackground } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { type AuditPlatform, cleanupTrail } from "../wiring/calls.ts";
import { adminCalls, signInCodes } from "../wiring/filemaker.ts";
import {
  type AgentPlatform,
  agentClient,
  agentReplies,
  agentSender,
  type JobsPlatform,
  jobReports,
  jobs,
  processRecords,
  publishLink,
} from "../wiring/work.ts";

/** Administrators' calls about agents. */
export const resource = defineResource({
  contract: agent,
  wiring: agentsOn,
  needs: needs(servesAdmins, usesAgent, callsFileMaker, {
    seals: [agentKeySecrets, agentCodeSecrets],
    opens: [agentRequestSecrets, agentCodeSecrets, keySecrets.admin],
    reads: [agentPartitions, processPartitions, systemPartitions],
    writes: [agentPartitions],
  }),
});

/** Messages that agents send on their link. */
export const links = {
  wiring: (platform: Parameters<typeof agentLinks>[0]) => agentLinks(platform),
  needs: needs(worksInBackground, usesAgent, callsFileMaker, {
    writes: [processPartitions],
    parts: {
      queue: ["send"],
      // Process output that agents report.
      blobs: { [processBlobs]: ["put", "get"] },
    },
  }),
};

export function agentsOn(platform: AgentPlatform) {
  const { vault, clock, ids, agents: place } = platform;
  return agentService({
    store: agentStore(platform.table, place.heartbeats),
    linkEndpoint: place,
    vault,
    clock,
    ids,
    serverKeys: keysOfAgents(platform),
    agentClient: () => agentClient(platform),
    newSignInCode: () => signInCodes(platform).create(),
    administrator: (call) => storedAccounts({ store: keyStore(platform.table), vault }).ofCaller(call),
  });
}

const keysOfAgents = memoized((platform: AgentPlatform) => {
  const { vault, clock, log, background } = platform;
  return serverKeys({
    store: agentStore(platform.table),
    pki: pkiCommands(adminCalls(platform)),
    anyAdministrator: () => storedAccounts({ store: keyStore(platform.table), vault }).ofAnyAdminKey(),
    backgroundTasks: background,
    clock,
    log,
  });
});

/** Service side of the agent link. */
export const agentLinks = memoized(
  (platform: AgentPlatform & AuditPlatform & JobsPlatform & Pick<Platform, "blobs">) => {
    const { vault, clock, log, agents: place, blobs } = platform;
    return linksOf({
      store: agentStore(platform.table, place.heartbeats),
      sockets: place.sockets,
      send: agentSender(platform),
      replies: agentReplies(platform),
      serverKeys: keysOfAgents(platform),
      removedKeptDays: async () =>
        (await systemStore(platform.table).settings()).settings.deleteFMSRemovedFilesAfterXDays,
      cleanedUp: (objects) => cleanupTrail(platform)("cleanUpHost", objects),
      arrived: () => wakeForAgent({ store: processRecords(platform), enqueue: (id) => jobs(platform).enqueue(id) }),
      changed: (agent) => publishLink(platform, agent),
      taskEvents: taskEvents({
        reports: () => jobReports(platform),
        blobs: () => blobs.blobs,
        outputName: hostLogName,
      }),
      vault,
      clock,
      log,
    });
  },
);
