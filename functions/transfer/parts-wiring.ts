import { transferredLocations } from "#shared/backups/locations/transfer.ts";
import { setKeys } from "#shared/backups/recovery/set-keys.ts";
import { transferredRecoveryKey } from "#shared/backups/recovery/transfer.ts";
import { transferredOffsiteSchedules } from "#shared/backups/schedules/transfer.ts";
import { sealedRecipes } from "#shared/deployments/recipes/sealed-recipes.ts";
import { recipeStore } from "#shared/deployments/recipes/store.ts";
import { transferredRecipes } from "#shared/deployments/recipes/transfer.ts";
import { fingerprintVersions } from "#shared/fingerprints/versions.ts";
import { transferredKeys } from "#shared/keys/transfer.ts";
import { transferredMcpServers } from "#shared/mcp-servers/transfer.ts";
import { transferredNotes } from "#shared/notes/transfer.ts";
import { destinationIdentity, transferredDestinations } from "#shared/notifications/transfer.ts";
import { scheduleStore } from "#shared/schedules/store.ts";
import { transferredSchedules } from "#shared/schedules/transfer.ts";
import { transferredPeople } from "#shared/sessions/people/transfer.ts";
import { systemStore } from "#shared/system/store.ts";
import { transferredSettings } from "#shared/system/transfer.ts";
import type { TransferParts } from "#shared/transfer/compare.ts";
import { importStore } from "#shared/transfer/store.ts";
import { triggerStore } from "#shared/triggers/store.ts";
import { transferredTriggers } from "#shared/triggers/transfer.ts";
import { alertStore } from "#shared/usage/alerts/store.ts";
import { transferredAlerts } from "#shared/usage/alerts/transfer.ts";
import { transferredWebhooks } from "#shared/webhooks/transfer.ts";
import { locationRecords } from "../backups/location-wiring.ts";
import { recoveryRecords } from "../backups/snapshot-wiring.ts";
import { offsiteScheduleRecords } from "../backups/start-wiring.ts";
import { keyRecords } from "../keys/cache-wiring.ts";
import { mcpServerRecords } from "../mcpservers/store-wiring.ts";
import { memoized } from "../memoized.ts";
import { noteRecords } from "../notes/wiring.ts";
import { notificationRecords } from "../notifications/publish-wiring.ts";
import { grants } from "../oauth/grants-wiring.ts";
import type { Platform } from "../platform.ts";
import { peopleRecords } from "../sessions/people-wiring.ts";
import { webhookRecords } from "../webhooks/store-wiring.ts";

type TransferPlatform = Pick<Platform, "table" | "vault" | "clock" | "ids" | "oauthLimits">;

/** Everything that can be transferred. */
export const partsOfTransfer = memoized((platform: TransferPlatform): TransferParts => {
  const { table, vault, clock, ids } = platform;
  const schedules = scheduleStore(table);
  const recipes = recipeStore(table);
  return {
    settings: transferredSettings({ store: systemStore(table), vault }),
    keys: transferredKeys({ store: keyRecords(platform), idSecrets: keyIdSecrets(platform), vault, clock }),
    people: transferredPeople(peopleRecords(platform)),
    webhooks: transferredWebhooks({ store: webhookRecords(platform), vault, clock }),
    notes: transferredNotes(noteRecords(platform)),
    mcpServers: transferredMcpServers({
      store: mcpServerRecords(platform),
      clock,
      endSignIns: (slug) => grants(platform).revokeOfServer(slug),
    }),
    locations: transferredLocations({ store: locationRecords(platform), vault, clock }),
    recoveryKey: transferredRecoveryKey({
      store: recoveryRecords(platform),
      setKeys: setKeys({ store: recoveryRecords(platform), vault, ids, clock }),
      vault,
    }),
    offsiteSchedules: transferredOffsiteSchedules({
      store: offsiteScheduleRecords(platform),
      clock,
    }),
    notifications: transferredDestinations({ store: notificationRecords(platform), vault, clock }),
    alerts: transferredAlerts({
      store: alertStore(table),
      destinations: async () =>
        (await notificationRecords(platform).all()).map((record) => ({
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
    triggers: transferredTriggers({
      store: triggerStore(table),
      keys: keyRecords(platform),
      schedules: schedules.all,
      vault,
      ids,
      clock,
    }),
  };
});

function keyIdSecrets({ table, vault, ids }: TransferPlatform) {
  const versions = fingerprintVersions({ table, vault, ids });
  return { all: () => versions.keysFor("key"), adopt: (secret: string) => versions.adopt("key", secret) };
}

/** Prepared imports. */
export const pendingImports = memoized(({ table, vault, clock }: TransferPlatform) => importStore(table, vault, clock));
