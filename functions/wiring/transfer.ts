import { locationPartitions, locationSecrets, locationStore } from "#shared/backups/locations/store.ts";
import { transferredLocations } from "#shared/backups/locations/transfer.ts";
import { setKeys } from "#shared/backups/recovery/set-keys.ts";
import {
  dataKeyPartitions,
  dataKeySecrets,
  recoveryKeyPartitions,
  recoveryKeySecrets,
  recoveryStore,
} from "#shared/backups/recovery/store.ts";
import { transferredRecoveryKey } from "#shared/backups/recovery/transfer.ts";
import { offsiteSchedulePartitions, offsiteScheduleStore } from "#shared/backups/schedules/store.ts";
import { transferredOffsiteSchedules } from "#shared/backups/schedules/transfer.ts";
import { sealedRecipes } from "#shared/deployments/recipes/sealed-recipes.ts";
import { recipePartitions, recipeSecrets, recipeStore } from "#shared/deployments/recipes/store.ts";
import { transferredRecipes } from "#shared/deployments/recipes/transfer.ts";
import { fingerprintVersions } from "#shared/fingerprints/versions.ts";
import { keyLookupPartitions, keySecrets, keyStore } from "#shared/keys/store.ts";
import { transferredKeys } from "#shared/keys/transfer.ts";
import { mcpServerPartitions, mcpServerStore } from "#shared/mcp-servers/store.ts";
import { transferredMcpServers } from "#shared/mcp-servers/transfer.ts";
import { destinationPartitions, notificationSecrets, notificationStore } from "#shared/notifications/store.ts";
import { destinationIdentity, transferredDestinations } from "#shared/notifications/transfer.ts";
import { schedulePartitions, scheduleSecrets, scheduleStore } from "#shared/schedules/store.ts";
import { transferredSchedules } from "#shared/schedules/transfer.ts";
import { peopleStore } from "#shared/sessions/people/store.ts";
import { transferredPeople } from "#shared/sessions/people/transfer.ts";
import { settingSecrets, systemPartitions, systemStore } from "#shared/system/store.ts";
import { transferredSettings } from "#shared/system/transfer.ts";
import { absentParts } from "#shared/transfer/absent-parts.ts";
import type { TransferParts } from "#shared/transfer/compare.ts";
import { importStore } from "#shared/transfer/store.ts";
import { alertRulePartitions, alertStore } from "#shared/usage/alerts/store.ts";
import { transferredAlerts } from "#shared/usage/alerts/transfer.ts";
import { webhookPartitions, webhookSecrets, webhookStore } from "#shared/webhooks/store.ts";
import { transferredWebhooks } from "#shared/webhooks/transfer.ts";
import { added } from "../additions/additions.ts";
import { memoized } from "../memoized.ts";
import { needs } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { grants } from "./grants.ts";

type TransferPlatform = Pick<Platform, "table" | "vault" | "clock" | "ids" | "oauthLimits">;

const addedParts = await added("transfer");

/** Data that exports and comparisons read. */
export const readsTransfers = needs({
  opens: [
    keySecrets.data,
    keySecrets.admin,
    settingSecrets,
    webhookSecrets,
    locationSecrets,
    recoveryKeySecrets,
    dataKeySecrets,
    notificationSecrets,
    recipeSecrets,
    scheduleSecrets,
    ...addedParts.flatMap(({ secrets }) => secrets),
  ],
  reads: [
    keyLookupPartitions.data,
    systemPartitions,
    webhookPartitions,
    mcpServerPartitions,
    locationPartitions,
    recoveryKeyPartitions,
    dataKeyPartitions,
    offsiteSchedulePartitions,
    destinationPartitions,
    alertRulePartitions,
    recipePartitions,
    schedulePartitions,
    ...addedParts.map(({ partitions }) => partitions),
  ],
});

/** Everything that can be transferred. */
export const partsOfTransfer = memoized((platform: TransferPlatform): TransferParts => {
  const { table, vault, clock, ids } = platform;
  const schedules = scheduleStore(table);
  const recipes = recipeStore(table);
  return {
    ...absentParts,
    settings: transferredSettings({ store: systemStore(table), vault }),
    keys: transferredKeys({ store: keyStore(platform.table), idSecrets: keyIdSecrets(platform), vault, clock }),
    people: transferredPeople(peopleStore(platform.table)),
    webhooks: transferredWebhooks({ store: webhookStore(platform.table), vault, clock }),
    mcpServers: transferredMcpServers({
      store: mcpServerStore(platform.table),
      clock,
      endSignIns: (slug) => grants(platform).revokeOfServer(slug),
    }),
    locations: transferredLocations({ store: locationStore(platform.table), vault, clock }),
    recoveryKey: transferredRecoveryKey({
      store: recoveryStore(platform.table),
      setKeys: setKeys({ store: recoveryStore(platform.table), vault, ids, clock }),
      vault,
    }),
    offsiteSchedules: transferredOffsiteSchedules({
      store: offsiteScheduleStore(platform.table),
      clock,
    }),
    notifications: transferredDestinations({ store: notificationStore(platform.table), vault, clock }),
    alerts: transferredAlerts({
      store: alertStore(table),
      destinations: async () =>
        (await notificationStore(platform.table).all()).map((record) => ({
          id: record.id,
          identity: destinationIdentity(record),
        })),
      clock,
    }),
    recipes: transferredRecipes({ store: recipes, sealed: sealedRecipes(recipes, vault), clock }),
    schedules: transferredSchedules({
      store: schedules,
      recipes: async () => (await recipes.all()).map(({ record }) => record),
      vault,
      clock,
    }),
    ...Object.assign({}, ...addedParts.map(({ part }) => part(platform))),
  };
});

function keyIdSecrets({ table, vault, ids }: TransferPlatform) {
  const versions = fingerprintVersions({ table, vault, ids });
  return { all: () => versions.keysFor("key"), adopt: (secret: string) => versions.adopt("key", secret) };
}

/** Prepared imports. */
export const pendingImports = memoized(({ table, vault, clock }: TransferPlatform) => importStore(table, vault, clock));
