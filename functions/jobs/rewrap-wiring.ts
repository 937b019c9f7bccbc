import { sealedAgents } from "#shared/agent/store.ts";
import { sealedLocations } from "#shared/backups/locations/store.ts";
import { sealedOffsiteSettings } from "#shared/backups/notifications/store.ts";
import { sealedRecoveryKeys } from "#shared/backups/recovery/store.ts";
import { sealedBuilds } from "#shared/builds/store.ts";
import { sealedRecipeItems } from "#shared/deployments/recipes/store.ts";
import { sealedDeploymentItems } from "#shared/deployments/store.ts";
import { sealedIdentity } from "#shared/identity/store.ts";
import { sealedInputs } from "#shared/jobs/sealed-inputs.ts";
import { sealedDestinations } from "#shared/notifications/store.ts";
import { sealedAccounts } from "#shared/oauth/grants/account-store.ts";
import { sealedServerKeys } from "#shared/oauth/server/key-store.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { type Rewrap, rewrap } from "#shared/rewrap/rewrap.ts";
import { rewrapItems } from "#shared/rewrap/rewrap-items.ts";
import { sealedSchedules } from "#shared/schedules/store.ts";
import { sealedSettings } from "#shared/system/store.ts";
import { sealedTriggers } from "#shared/triggers/store.ts";
import { sealedWebhooks } from "#shared/webhooks/store.ts";
import { rewrapKeys } from "../keys/wiring.ts";
import { memoized } from "../memoized.ts";
import { type WorkPlatform, workKinds } from "./kinds-wiring.ts";

/** Re-encrypts secrets after master key rotation. */
export const rewrapSecrets = memoized((platform: WorkPlatform): Rewrap => {
  const part = (...items: readonly SealedItems[]) => rewrapItems(platform, items);
  return rewrap({
    ...rewrapKeys(platform),
    agents: part(sealedAgents),
    settings: part(sealedSettings),
    webhooks: part(sealedWebhooks),
    triggers: part(sealedTriggers),
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
