import { logDeliveries } from "#shared/logs/deliveries.ts";
import { hostLogs } from "#shared/logs/host-logs.ts";
import { logService } from "#shared/logs/service.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { eventFeed } from "../events/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type LogsPlatform = AgentClientPlatform & Pick<Platform, "serviceLogs">;

/** The logs resource: reading and following logs. */
export const logs = memoized((platform: LogsPlatform) => {
  const { clock, serviceLogs: service, transfers } = platform;
  const server = hostLogs({
    agentClient: () => agentClient(platform),
    areTransfersAvailable: () => transfers !== undefined,
  });
  const places = { server, service };
  return { ...logService(places), ...logDeliveries(places, clock, () => eventFeed(platform).isClosed) };
});
