import type { agent as agentContract } from "../../shared/agent/contract.ts";
import { type Hands, hands as handsOn } from "../../shared/agent/hands.ts";
import { links as linksOf } from "../../shared/agent/links.ts";
import { replies } from "../../shared/agent/replies.ts";
import { sendToAgent } from "../../shared/agent/senders.ts";
import { serverKeys } from "../../shared/agent/server-keys.ts";
import { agentService } from "../../shared/agent/service.ts";
import { agentStore } from "../../shared/agent/store.ts";
import { workEvents } from "../../shared/agent/work-events.ts";
import type { ServiceOf } from "../../shared/contract/operation.ts";
import { pkiCommands } from "../../shared/filemaker/pki-commands.ts";
import { storedAccounts } from "../../shared/keys/stored-accounts.ts";
import { hostLogName } from "../../shared/processes/tool-log.ts";
import { eventFeed } from "./events.ts";
import { adminCallsOfAccounts } from "./filemaker.ts";
import { afterwards, blobStore, linkPlace, once } from "./foundation.ts";
import { jobReports } from "./jobs.ts";
import { store } from "./keyrings.ts";

/** The agent resource. */
export function agents(): ServiceOf<typeof agentContract> {
  return once("agents", ({ vault, clock, ids }) =>
    agentService({
      store: agentRecords(),
      place: linkPlace(),
      vault,
      clock,
      ids,
      serverKeys: keysOfAgents(),
      administrator: (call) => storedAccounts({ store: store(), vault }).ofCaller(call),
    }),
  );
}

/** Keys of agents at FileMaker Server. */
function keysOfAgents() {
  return once("keys of agents", ({ vault, clock, log }) =>
    serverKeys({
      store: agentRecords(),
      pki: pkiCommands(adminCallsOfAccounts()),
      anyAdministrator: () => storedAccounts({ store: store(), vault }).ofAnyAdminKey(),
      background: afterwards(),
      clock,
      log,
    }),
  );
}

/** The service's side of the link that an agent holds. */
export function agentLinks() {
  return once("agent links", ({ vault, clock, log }) =>
    linksOf({
      store: agentRecords(),
      sockets: linkPlace().sockets,
      send: agentSender(),
      replies: agentReplies(),
      serverKeys: keysOfAgents(),
      changed: tellOfLink,
      works: workEvents({ reports: jobReports, blobs: () => blobStore().blobs, outputName: hostLogName }),
      vault,
      clock,
      log,
    }),
  );
}

/** What is done on the database host. */
export function hands(): Hands {
  return once("hands", ({ vault, clock, ids }) =>
    handsOn({
      store: agentRecords(),
      send: agentSender(),
      replies: agentReplies(),
      arrivals: linkPlace().arrivals,
      vault,
      clock,
      ids,
    }),
  );
}

function tellOfLink(agent: string): void {
  afterwards().run("telling of a link", eventFeed().publish(`agent:${agent}`));
}

function agentRecords() {
  return once("agent store", ({ table }) => agentStore(table));
}

function agentReplies() {
  return once("agent replies", ({ clock }) => replies(agentRecords(), clock));
}

function agentSender() {
  return once("agent sender", ({ vault, clock }) =>
    sendToAgent({ store: agentRecords(), sockets: linkPlace().sockets, changed: tellOfLink, vault, clock }),
  );
}
