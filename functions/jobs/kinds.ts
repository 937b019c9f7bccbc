import { sealedAgents } from "#shared/agent/store.ts";
import { taskJob } from "#shared/agent/tasks/task-job.ts";
import { sealedLocations } from "#shared/backups/locations/store.ts";
import { sealedOffsiteSettings } from "#shared/backups/notifications/store.ts";
import { sealedRecoveryKeys } from "#shared/backups/recovery/store.ts";
import { sealedBuilds } from "#shared/builds/store.ts";
import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { sealedRecipeItems } from "#shared/deployments/recipes/store.ts";
import { sealedDeploymentItems } from "#shared/deployments/store.ts";
import { downloadPlan } from "#shared/downloads/plan.ts";
import { scheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import { serviceCommands } from "#shared/filemaker/commands/service-commands.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { operationPlans } from "#shared/files/operations/plans.ts";
import { patchPlan } from "#shared/files/patch/service.ts";
import { cleanupJob } from "#shared/files/uploads/cleanup-job.ts";
import { sealedIdentity } from "#shared/identity/store.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { sealedInputs } from "#shared/jobs/sealed-inputs.ts";
import type { KeyCache } from "#shared/keys/cache/key-cache.ts";
import { rewrapKeys as rewrapKeysOf } from "#shared/keys/rewrap-keys.ts";
import { keyStore } from "#shared/keys/store.ts";
import { unusedSessions } from "#shared/keys/unused-sessions.ts";
import { sealedDestinations } from "#shared/notifications/store.ts";
import { sealedAccounts } from "#shared/oauth/grants/account-store.ts";
import { sealedServerKeys } from "#shared/oauth/server/key-store.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { type Rewrap, rewrap } from "#shared/rewrap/rewrap.ts";
import { rewrapItems } from "#shared/rewrap/rewrap-items.ts";
import { sealedSchedules } from "#shared/schedules/store.ts";
import { scheduleRun } from "#shared/server/schedule-run.ts";
import { scriptRun } from "#shared/server/script-run.ts";
import { serviceChange } from "#shared/server/service-change.ts";
import { sealedSettings } from "#shared/system/store.ts";
import { importJob } from "#shared/transfer/import-job.ts";
import { deleteJob } from "#shared/trash/delete-job.ts";
import { sealedWebhooks } from "#shared/webhooks/store.ts";
import { added } from "../additions/additions.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { buildJobs } from "../wiring/builds.ts";
import { type AuditPlatform, adminKeyCache, keyCache } from "../wiring/calls.ts";
import { deploymentJobs } from "../wiring/deployments.ts";
import {
  adminCalls,
  adminSessions,
  dataSessions,
  type FileMakerPlatform,
  serverCommands,
  serviceStatus,
} from "../wiring/filemaker.ts";
import { grants } from "../wiring/grants.ts";
import { backupJobs } from "../wiring/offsite.ts";
import { partsOfTransfer, pendingImports } from "../wiring/transfer.ts";
import { deleteOrphanedParts } from "../wiring/uploads.ts";
import {
  type AgentClientPlatform,
  agentClient,
  type JobsPlatform,
  type NotifierPlatform,
  processRecords,
} from "../wiring/work.ts";

/** Agent operations on files; each kind runs as a process. */
function hostJobs(platform: AgentClientPlatform): readonly JobKind[] {
  const dependencies = { agentClient: () => agentClient(platform), vault: () => platform.vault };
  return Object.values(operationPlans).map((plan) => taskJob(plan, dependencies));
}

/** Jobs on hosted files that the service performs itself. */
function fileJobs(
  platform: AgentClientPlatform & FileMakerPlatform & Pick<Platform, "oauthLimits">,
): readonly JobKind[] {
  const { vault, clock } = platform;
  const client = () => agentClient(platform);
  return [
    deleteJob({
      server: serverCommands(platform),
      agentClient: client,
      ...{ vault, clock },
      endSignIns: (filename) => grants(platform).revokeOfFile(filename),
    }),
    taskJob(downloadPlan, { agentClient: client, vault: () => vault }),
  ];
}

export type WorkPlatform = JobsPlatform &
  FileMakerPlatform &
  AgentClientPlatform &
  NotifierPlatform &
  AuditPlatform &
  CommonPlatform &
  Pick<Platform, "blobs" | "jobKinds">;

/** Jobs of all resources. */
export const workKinds = memoized((platform: WorkPlatform): readonly JobKind[] => {
  const { vault, jobKinds = [] } = platform;
  return [
    cleanupJob(() => deleteOrphanedParts(platform)),
    ...serverJobs(platform),
    ...fileJobs(platform),
    ...buildJobs(platform),
    ...deploymentJobs(platform),
    ...backupJobs(platform),
    taskJob(patchPlan, { agentClient: () => agentClient(platform), vault: () => vault }),
    ...hostJobs(platform),
    ...transferJobs(platform),
    ...jobKinds,
  ];
});

const addedItems = await added("sealed");

/** Re-encrypts secrets after master key rotation. */
export const rewrapSecrets = memoized((platform: WorkPlatform): Rewrap => {
  const part = (...items: readonly SealedItems[]) => rewrapItems(platform, items);
  return rewrap({
    ...rewrapKeys(platform),
    agents: part(sealedAgents),
    settings: part(sealedSettings),
    webhooks: part(sealedWebhooks),
    triggers: part(...addedItems.map(({ part: items }) => items)),
    notifications: part(sealedDestinations),
    offsiteLocations: part(sealedLocations, sealedOffsiteSettings, ...sealedRecoveryKeys),
    identity: part(sealedIdentity),
    oauth: part(sealedAccounts, sealedServerKeys),
    builds: part(sealedBuilds),
    deployments: part(...sealedDeploymentItems),
    recipes: part(sealedRecipeItems),
    schedules: part(sealedSchedules),
    processes: part(sealedInputs(() => workKinds(platform))),
  });
});

/** Re-encrypts keys after master key rotation. */
const rewrapKeys = memoized((platform: FileMakerPlatform) => {
  const { vault, background } = platform;
  const store = keyStore(platform.table);
  const part = <K extends KeyKind>(kind: K, keyCache: Pick<KeyCache, "forget">, sessions: SessionPool) => {
    const endUnusedSessions = unusedSessions({ store, background, kind, sessions });
    return rewrapKeysOf({ kind, store, keyCache, vault, endUnusedSessions });
  };
  return {
    dataKeys: part("data", keyCache(platform), dataSessions(platform)),
    adminKeys: part("admin", adminKeyCache(platform), adminSessions(platform)),
  };
});

/** Jobs on FileMaker Server itself. */
function serverJobs(platform: AgentClientPlatform & FileMakerPlatform): readonly JobKind[] {
  const { vault, clock } = platform;
  const calls = adminCalls(platform);
  const client = () => agentClient(platform);
  const schedules = scheduleCommands(calls);
  return [
    scriptRun({ schedules, vault, clock, process: processRecords(platform).get }),
    scheduleRun({ schedules, vault, clock }),
    serviceChange({
      services: serviceCommands(calls),
      agentClient: client,
      serviceStatus: serviceStatus(platform),
      vault,
      clock,
    }),
  ];
}

function transferJobs(
  platform: Pick<Platform, "table" | "vault" | "clock" | "ids" | "oauthLimits">,
): readonly JobKind[] {
  return [importJob({ store: pendingImports(platform), parts: () => partsOfTransfer(platform) })];
}
