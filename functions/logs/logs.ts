import { logs } from "#shared/logs/contract.ts";
import { logDeliveries } from "#shared/logs/deliveries.ts";
import { hostLogs } from "#shared/logs/host-logs.ts";
import { logService } from "#shared/logs/service.ts";
import { logPartitions } from "#shared/logs/store.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, readsHostFiles, servesAdmins, usesAgent } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { eventFeed } from "../wiring/calls.ts";
import { bytesOfHost } from "../wiring/host-bytes.ts";
import { type AgentClientPlatform, agentClient } from "../wiring/work.ts";

export const resource = defineResource({
  contract: logs,
  wiring: service,
  needs: needs(servesAdmins, usesAgent, readsHostFiles, {
    reads: [logPartitions],
    writes: [logPartitions],
    parts: { serviceLogs: "read" },
  }),
});

type LogsPlatform = AgentClientPlatform & Pick<Platform, "answerMs" | "serviceLogs" | "transfers">;

/** The logs resource: reading and following logs. */
function service(platform: LogsPlatform) {
  const { answerMs, clock, serviceLogs: service, transfers } = platform;
  const server = hostLogs({
    agentClient: () => agentClient(platform),
    areTransfersAvailable: () => !transfers.inbound.areStored,
    stored: bytesOfHost(platform).content,
  });
  const places = { server, service };
  return {
    ...logService(places),
    ...logDeliveries(places, { clock, answerMs, isClosing: () => eventFeed(platform).isClosed }),
  };
}
