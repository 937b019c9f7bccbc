import { logs } from "#shared/logs/contract.ts";
import { logDeliveries } from "#shared/logs/deliveries.ts";
import { hostLogs } from "#shared/logs/host-logs.ts";
import { logService } from "#shared/logs/service.ts";
import { logPartitions } from "#shared/logs/store.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins, usesAgent } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { eventFeed } from "../wiring/calls.ts";
import { type AgentClientPlatform, agentClient } from "../wiring/work.ts";

export const resource = defineResource({
  contract: logs,
  wiring: service,
  needs: needs(servesAdmins, usesAgent, {
    reads: [logPartitions],
    writes: [logPartitions],
    parts: { serviceLogs: "read" },
  }),
});

type LogsPlatform = AgentClientPlatform & Pick<Platform, "serviceLogs">;

/** The logs resource: reading and following logs. */
function service(platform: LogsPlatform) {
  const { clock, serviceLogs: service, transfers } = platform;
  const server = hostLogs({
    agentClient: () => agentClient(platform),
    areTransfersAvailable: () => transfers !== undefined,
  });
  const places = { server, service };
  return { ...logService(places), ...logDeliveries(places, clock, () => eventFeed(platform).isClosed) };
}
