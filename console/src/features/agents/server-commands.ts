import type { ServerService } from "#shared/server/contract.ts";
import { agentMessages } from "../../messages/english/agents.ts";

/** Action on a part of FileMaker Server. */
export interface ServerCommand {
  readonly command: (typeof serverCommands)[number];
  readonly service: ServerService;
}

export const serverCommands = ["restart", "start", "stop"] as const;

export const serverServices = Object.keys(agentMessages.server.services) as readonly ServerService[];

/** Returns the command in an address, such as `restart-fmdapi`; undefined if the address has none. */
export function commandIn(address: string | undefined): ServerCommand | undefined {
  const [verb, name] = address?.split("-") ?? [];
  const command = serverCommands.find((known) => known === verb);
  const service = serverServices.find((known) => known === name);
  return command && service && { command, service };
}
