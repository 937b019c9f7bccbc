import { trash } from "#shared/trash/contract.ts";
import { trashService } from "#shared/trash/service.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins, usesAgent } from "../needs.ts";
import { type AgentClientPlatform, agentClient } from "../wiring/work.ts";

export const resource = defineResource({
  contract: trash,
  wiring: service,
  needs: needs(servesAdmins, usesAgent),
});

function service(platform: AgentClientPlatform) {
  return trashService(() => agentClient(platform), platform.clock);
}
