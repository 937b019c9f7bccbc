import type { AgentClient } from "#shared/agent/agent-client.ts";
import type { BrowserEntry } from "#shared/agent/protocol/commands/browser-commands.ts";
import { deadlines } from "./deadlines.ts";
import type { HostLocation } from "./rules.ts";

/** What the host knows of a place. @throws ServiceError what the host or its absence says */
export function hostStat(agentClient: () => AgentClient) {
  return (location: HostLocation): Promise<BrowserEntry> =>
    agentClient().request("browser.stat", location, deadlines.short);
}
