import { statisticsService } from "#shared/usage/statistics/service.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import type { FileMakerPlatform } from "../filemaker/wiring.ts";
import { memoized } from "../memoized.ts";
import { administratorOf } from "../sessions/wiring.ts";
import { statisticsReader } from "../usage/record-wiring.ts";
import { anyAdministrator, statisticsRecords, switchStatistics } from "./collect-wiring.ts";

export type StatisticsPlatform = AgentClientPlatform & FileMakerPlatform;

export const statistics = memoized((platform: StatisticsPlatform) =>
  statisticsService({
    reader: statisticsReader(platform),
    store: statisticsRecords(platform),
    switchStatistics: switchStatistics(platform),
    agentClient: () => agentClient(platform),
    administrator: administratorOf(platform),
    anyAdministrator: anyAdministrator(platform),
    clock: platform.clock,
  }),
);
