import { timestamp } from "#shared/contract/scalars.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { currentParts } from "#shared/deployments/neighbours.ts";
import { dependentsOf } from "#shared/deployments/plan/dependents.ts";
import type { Meanwhile } from "#shared/deployments/plan/findings.ts";
import { type PlanPart, planPart } from "#shared/deployments/plan/plan-deployment.ts";
import { scheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import { serverFolders } from "#shared/filemaker/commands/server-folders.ts";
import { scheduleStore } from "#shared/schedules/store.ts";
import { keptSettingsRemark } from "#shared/webhooks/placed-settings.ts";
import { webhookStore } from "#shared/webhooks/store.ts";
import { agentClient } from "../agent/wiring.ts";
import { adminCalls, type FileMakerPlatform, fileMakerData, serverCommands } from "../filemaker/wiring.ts";
import { processRecords } from "../jobs/wiring.ts";
import { keysByFile } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { accountOfHost } from "../sessions/wiring.ts";
import { deploymentRecords, deploymentSources } from "./job-wiring.ts";
import { recipeRecords } from "./recipe-wiring.ts";
import { openReleases } from "./turn-wiring.ts";

export type DeploymentPlanPlatform = FileMakerPlatform &
  Pick<Platform, "agents" | "background" | "callouts" | "calloutNetworks" | "prefixes" | "baseUrl" | "diskFloorBytes">;

/** Number of recent deployment parts used to estimate durations. */
const newestParts = 200;

/** Finds problems before a deployment starts. */
export const deploymentPlanner = memoized((platform: DeploymentPlanPlatform): PlanPart => {
  const { table, clock, baseUrl, diskFloorBytes: floorBytes } = platform;
  const schedules = scheduleStore(table);
  const calls = adminCalls(platform);
  return planPart({
    agentClient: () => agentClient(platform),
    administrator: accountOfHost(platform),
    server: serverCommands(platform),
    schedules: scheduleCommands(calls),
    folders: serverFolders(calls),
    dataApi: fileMakerData(platform),
    ...deploymentSources(platform),
    isOwnAddress: (address) => new URL(address).origin === new URL(baseUrl()).origin,
    async earlier() {
      const current = currentParts(processRecords(platform), clock);
      const parts = await deploymentRecords(platform).newest(newestParts);
      return Promise.all(parts.map(async (part) => (await current(part)).record));
    },
    async others(until) {
      const open = (await openReleases(platform)).map(
        ({ title: name, startAt }): Meanwhile => ({
          kind: "queue",
          name,
          at: startAt === null ? "now" : timestamp(startAt),
        }),
      );
      const due = (await schedules.all()).flatMap(({ name, isEnabled, nextAt }): Meanwhile[] =>
        isEnabled && nextAt !== null && nextAt <= until ? [{ kind: "schedule", name, at: timestamp(nextAt) }] : [],
      );
      return [...open.filter(({ at }) => at === "now" || at <= timestamp(until)), ...due];
    },
    async dependents() {
      const [keys, webhooks, all, recipes] = await Promise.all([
        keysByFile(platform)(),
        webhookStore(table).all(),
        schedules.all(),
        recipeRecords(platform).all(),
      ]);
      const records = recipes.map(({ record }) => record);
      return dependentsOf({ keysOf: (filename) => keys(filename).keys, webhooks, schedules: all, recipes: records });
    },
    async keptSettings(file, webhook) {
      const { channel, useFileReceiver } = webhook;
      const here = await webhookStore(table).at({ database: fullDatabaseName(file), channel, useFileReceiver });
      return here && keptSettingsRemark(here.record, webhook);
    },
    floorBytes,
    clock,
  });
});
