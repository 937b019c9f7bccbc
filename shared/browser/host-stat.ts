import type { AgentClient } from "#shared/agent/api.ts";
import type { BrowserEntry } from "#shared/agent/protocol/commands/browser-commands.ts";
import { deadlines } from "./deadlines.ts";
import type { HostLocation } from "./rules.ts";

/** Returns what the host knows about a place. @throws ServiceError from the host, or if it is offline */
export function hostStat(agentClient: () => AgentClient) {
  return (location: HostLocation): Promise<BrowserEntry> =>
    agentClient().request("browser.stat", location, deadlines.short);
}
