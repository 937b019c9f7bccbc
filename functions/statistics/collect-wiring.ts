import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { verdictOf } from "#shared/server/rules.ts";
import { usageRollups } from "#shared/usage/rollups.ts";
import { collectedStatistics } from "#shared/usage/statistics/collecting.ts";
import { statisticsStore } from "#shared/usage/statistics/store.ts";
import { switchingStatistics } from "#shared/usage/statistics/switching.ts";
import { type AgentPlatform, agentClient } from "../agent/wiring.ts";
import { keyRecords } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { statisticsFigures, statisticsReader } from "../usage/record-wiring.ts";

/** Milliseconds during which an hour can still get readings: a host that was unavailable delivers them late. */
const lateMs = 60 * 60_000;

/** Requested statistics, and the position up to which they were read. */
export const statisticsRecords = memoized(({ table }: Pick<Platform, "table">) => statisticsStore(table));

/** Turns FileMaker Server's statistics on and off. */
export const switchStatistics = memoized((platform: AgentPlatform) =>
  switchingStatistics({ agentClient: () => agentClient(platform), verdictOf }),
);

/** Account of a stored Admin API key. */
export const anyAdministrator = memoized((platform: Pick<Platform, "table" | "vault" | "ids">) => {
  const accounts = storedAccounts({ store: keyRecords(platform), vault: platform.vault });
  return () => accounts.ofAnyAdminKey();
});

/** Reads statistics and keeps them turned on. */
export const statisticsCollection = memoized((platform: AgentPlatform) => {
  const { clock } = platform;
  const figures = statisticsFigures(platform);
  return collectedStatistics({
    store: statisticsRecords(platform),
    figures,
    rollups: usageRollups({ store: figures, reader: statisticsReader(platform), clock, lateMs }),
    agentClient: () => agentClient(platform),
    switchStatistics: switchStatistics(platform),
    anyAdministrator: anyAdministrator(platform),
    clock,
  });
});
