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

/** How long an hour may still get readings: those of a host that was away come later. */
const lateMs = 60 * 60_000;

/** What is wanted of statistics, and how far they are read. */
export const statisticsRecords = memoized(({ table }: Pick<Platform, "table">) => statisticsStore(table));

/** Switches FileMaker Server's statistics. */
export const switchStatistics = memoized((platform: AgentPlatform) =>
  switchingStatistics({ agentClient: () => agentClient(platform), verdictOf }),
);

/** The account of a stored Admin API Key. */
export const anyAdministrator = memoized((platform: Pick<Platform, "table" | "vault" | "ids">) => {
  const accounts = storedAccounts({ store: keyRecords(platform), vault: platform.vault });
  return () => accounts.ofAnyAdminKey();
});

/** Reads statistics, and keeps them on. */
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
