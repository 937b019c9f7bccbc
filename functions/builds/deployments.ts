import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { dataKeyPartitions, dataKeySecrets } from "#shared/backups/recovery/store.ts";
import { hostBuilds } from "#shared/builds/host-builds.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { withoutSecrets } from "#shared/contract/values/release-shapes.ts";
import { deployments } from "#shared/deployments/contract.ts";
import { debugZip } from "#shared/deployments/debug/debug-zip.ts";
import { hostBackups } from "#shared/deployments/host-backups.ts";
import { currentParts } from "#shared/deployments/neighbours.ts";
import { dependentsOf } from "#shared/deployments/plan/dependents.ts";
import type { Meanwhile } from "#shared/deployments/plan/findings.ts";
import { type PlanPart, planPart } from "#shared/deployments/plan/plan-deployment.ts";
import { recipes as recipeContract } from "#shared/deployments/recipes/contract.ts";
import { unmasking } from "#shared/deployments/recipes/secrets-of.ts";
import { recipeService } from "#shared/deployments/recipes/service.ts";
import { recipePartitions, recipeSecrets, recipeStore } from "#shared/deployments/recipes/store.ts";
import { deploymentService } from "#shared/deployments/service.ts";
import { deploymentPartitions, deploymentSecrets, deploymentStore } from "#shared/deployments/store.ts";
import { scheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import { serverFolders } from "#shared/filemaker/commands/server-folders.ts";
import { keyChangePartitions, keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { processReading } from "#shared/processes/reading.ts";
import { processBlobs } from "#shared/processes/tool-log.ts";
import { schedulePartitions, scheduleStore } from "#shared/schedules/store.ts";
import { systemPartitions, systemStore } from "#shared/system/store.ts";
import { keptSettingsRemark } from "#shared/webhooks/placed-settings.ts";
import { webhookPartitions, webhookStore } from "#shared/webhooks/store.ts";
import release from "../../package.json" with { type: "json" };
import { defineResource } from "../edge/resource.ts";
import { memoized } from "../memoized.ts";
import { callsFileMaker, needs, servesAdmins, startsProcesses, usesAgent } from "../needs.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { keysByFile } from "../wiring/calls.ts";
import {
  type DeploymentStartPlatform,
  deploymentSeals,
  deploymentSources,
  deploymentStart,
  openReleases,
  recipeSeals,
} from "../wiring/deployments.ts";
import {
  accountOfHost,
  adminCalls,
  type FileMakerPlatform,
  fileMakerData,
  serverCommands,
} from "../wiring/filemaker.ts";
import { agentClient, processAbort, processRecords, startMoment } from "../wiring/work.ts";

export const resource = defineResource({
  contract: { ...deployments, ...recipeContract },
  wiring: service,
  needs: needs(servesAdmins, usesAgent, callsFileMaker, startsProcesses, {
    seals: [deploymentSecrets, recipeSecrets],
    opens: [keySecrets.admin, deploymentSecrets, recipeSecrets, locationSecrets, dataKeySecrets],
    // A plan reads everything that depends on a file.
    reads: [
      deploymentPartitions,
      recipePartitions,
      keyLookupPartitions.data,
      keyChangePartitions,
      webhookPartitions,
      schedulePartitions,
      locationPartitions,
      dataKeyPartitions,
      systemPartitions,
    ],
    // Deployment numbers and process numbers share a counter.
    writes: [deploymentPartitions, recipePartitions],
    parts: { schedules: ["process"], blobs: { [processBlobs]: ["get"] } },
  }),
});

type DebugPlatform = Parameters<typeof agentClient>[0] & Pick<Platform, "table" | "clock" | "blobs">;

const agentMs = 10_000;

/** Support data about part of a deployment. */
function deploymentDebug(platform: DebugPlatform, service: Pick<ServiceOf<typeof deployments>, "getDeployment">) {
  const builds = hostBuilds(() => agentClient(platform));
  return debugZip({
    deployments: service,
    processes: processReading({
      store: processRecords(platform),
      blobs: () => platform.blobs.blobs,
      clock: platform.clock,
    }),
    async manifestOf(build) {
      const found = (await builds.list("inbox")).find((one) => one.build === build);
      if (found?.manifest === undefined) return undefined;
      // The link alone grants access.
      const { downloadUrl: _link, downloadFolderUrl: _folderLink, ...manifest } = found.manifest;
      return withoutSecrets(manifest);
    },
    versions: {
      service: async () => release.version,
      async agent() {
        const { agentVersion, node } = await agentClient(platform).request("host.report", {}, { deadlineMs: agentMs });
        return { version: agentVersion, node };
      },
      "FileMaker Server": async () => (await systemStore(platform.table).facts())?.version,
    },
    clock: platform.clock,
  });
}

type DeploymentPlanPlatform = FileMakerPlatform & CommonPlatform & Pick<Platform, "agents">;

/** Number of recent deployment parts used to estimate durations. */
const newestParts = 200;

/** Finds problems before a deployment starts. */
const deploymentPlanner = memoized((platform: DeploymentPlanPlatform): PlanPart => {
  const { table, clock, diskFloorBytes: floorBytes } = platform;
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
    async earlier() {
      const current = currentParts(processRecords(platform), clock);
      const parts = await deploymentStore(platform.table).newest(newestParts);
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
        recipeStore(platform.table).all(),
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

/** Resolves masked secrets in requests to the stored values. */
const unmasked = memoized((platform: Pick<Platform, "table" | "vault">) =>
  unmasking({
    recipes: recipeSeals(platform),
    store: deploymentStore(platform.table),
    sealed: deploymentSeals(platform),
  }),
);

const recipes = memoized((platform: DeploymentStartPlatform) =>
  recipeService({
    store: recipeStore(platform.table),
    sealed: recipeSeals(platform),
    unmasked: unmasked(platform),
    starts: deploymentStart(platform),
    async schedulesOf(recipe) {
      const all = await scheduleStore(platform.table).all();
      return all.filter(({ recipeId }) => recipeId === recipe).map(({ name }) => name);
    },
    clock: platform.clock,
  }),
);

type DeploymentsPlatform = DeploymentStartPlatform & DeploymentPlanPlatform & DebugPlatform;

/** Operations of deployments and their recipes. */
function service(platform: DeploymentsPlatform) {
  const { clock } = platform;
  const shared = {
    store: deploymentStore(platform.table),
    sealed: deploymentSeals(platform),
    abort: processAbort(platform),
    clock,
  };
  const service = deploymentService({
    ...shared,
    starts: deploymentStart(platform),
    backups: hostBackups(() => agentClient(platform)),
    processes: processRecords(platform),
    plan: deploymentPlanner(platform),
    unmasked: unmasked(platform),
    floorBytes: platform.diskFloorBytes,
    startMoment: startMoment(platform),
  });
  return { ...service, ...recipes(platform), ...deploymentDebug(platform, service) };
}
