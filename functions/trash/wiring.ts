import { trashService } from "#shared/trash/service.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { memoized } from "../memoized.ts";

export const trash = memoized((platform: AgentClientPlatform) =>
  trashService(() => agentClient(platform), platform.clock),
);
