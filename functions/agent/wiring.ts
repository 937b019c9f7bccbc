import { type AgentClient, agentClient as clientOf } from "#shared/agent/agent-client.ts";
import { links as linksOf } from "#shared/agent/link/links.ts";
import { replies } from "#shared/agent/link/replies.ts";
import { sendToAgent } from "#shared/agent/link/send-to-agent.ts";
import { serverKeys } from "#shared/agent/server-keys.ts";
import { agentService } from "#shared/agent/service.ts";
import { agentStore } from "#shared/agent/store.ts";
import { taskEvents } from "#shared/agent/tasks/task-events.ts";
import { pkiCommands } from "#shared/filemaker/commands/pki-commands.ts";
import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { hostLogName } from "#shared/processes/tool-log.ts";
import { systemStore } from "#shared/system/store.ts";
import { type AuditPlatform, cleanupTrail } from "../audit/wiring.ts";
import { type EventsPlatform, eventFeed } from "../events/wiring.ts";
import { adminCalls, type FileMakerPlatform } from "../filemaker/wiring.ts";
import { type JobsPlatform, jobReports } from "../jobs/wiring.ts";
import { keyRecords } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { signInCodes } from "../sessions/code-wiring.ts";

/** Parts needed to call an agent. `transfers` is only available where payloads can be too large for the link. */
export type AgentClientPlatform = EventsPlatform &
  Pick<Platform, "vault" | "ids" | "background" | "agents"> &
  Partial<Pick<Platform, "transfers">>;

export type AgentPlatform = AgentClientPlatform & FileMakerPlatform;

export const agents = memoized((platform: AgentPlatform) => {
  const { vault, clock, ids, agents: place } = platform;
  return agentService({
    store: agentRecords(platform),
    linkEndpoint: place,
    vault,
    clock,
    ids,
    serverKeys: keysOfAgents(platform),
    newSignInCode: () => signInCodes(platform).create(),
    administrator: (call) => storedAccounts({ store: keyRecords(platform), vault }).ofCaller(call),
  });
});

const keysOfAgents = memoized((platform: AgentPlatform) => {
  const { vault, clock, log, background } = platform;
  return serverKeys({
    store: agentRecords(platform),
    pki: pkiCommands(adminCalls(platform)),
    anyAdministrator: () => storedAccounts({ store: keyRecords(platform), vault }).ofAnyAdminKey(),
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
      store: agentRecords(platform),
      sockets: place.sockets,
      send: agentSender(platform),
      replies: agentReplies(platform),
      serverKeys: keysOfAgents(platform),
      removedKeptDays: async () =>
        (await systemStore(platform.table).settings()).settings.deleteFMSRemovedFilesAfterXDays,
      cleanedUp: (objects) => cleanupTrail(platform)("cleanUpHost", objects),
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

/** Client for tasks on the database host. */
export const agentClient = memoized((platform: AgentClientPlatform): AgentClient => {
  const { vault, clock, ids, transfers } = platform;
  return clientOf({
    store: agentRecords(platform),
    send: agentSender(platform),
    replies: agentReplies(platform),
    inboundTransfers: transfers?.inbound,
    vault,
    clock,
    ids,
  });
});

function publishLink(platform: AgentClientPlatform, agent: string): void {
  platform.background.waitUntil("publishing a link", eventFeed(platform).publish(`agent:${agent}`));
}

export const agentRecords = memoized(({ table }: Pick<Platform, "table">) => agentStore(table));

const agentReplies = memoized((platform: Pick<Platform, "table" | "clock">) =>
  replies(agentRecords(platform), platform.clock),
);

const agentSender = memoized((platform: AgentClientPlatform) => {
  const { vault, clock, agents: place } = platform;
  const changed = (agent: string) => publishLink(platform, agent);
  return sendToAgent({ store: agentRecords(platform), sockets: place.sockets, changed, vault, clock });
});
