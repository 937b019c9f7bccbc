import { keySecrets } from "#shared/keys/store.ts";
import { statistics } from "#shared/usage/statistics/contract.ts";
import { statisticsService } from "#shared/usage/statistics/service.ts";
import { statisticsStatePartitions, statisticsStore } from "#shared/usage/statistics/store.ts";
import { statisticsPartitions } from "#shared/usage/store.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, needs, servesAdmins, usesAgent } from "../needs.ts";
import { statisticsReader, switchStatistics } from "../wiring/figures.ts";
import { administratorOf, anyAdministrator, type FileMakerPlatform } from "../wiring/filemaker.ts";
import { type AgentClientPlatform, agentClient } from "../wiring/work.ts";

export const resource = defineResource({
  contract: statistics,
  wiring: service,
  needs: needs(servesAdmins, usesAgent, callsFileMaker, {
    opens: [keySecrets.admin],
    reads: [statisticsPartitions, statisticsStatePartitions],
    writes: [statisticsStatePartitions],
  }),
});

type StatisticsPlatform = AgentClientPlatform & FileMakerPlatform;

function service(platform: StatisticsPlatform) {
  return statisticsService({
    reader: statisticsReader(platform),
    store: statisticsStore(platform.table),
    switchStatistics: switchStatistics(platform),
    agentClient: () => agentClient(platform),
    administrator: administratorOf(platform),
    anyAdministrator: anyAdministrator(platform),
    clock: platform.clock,
  });
}
