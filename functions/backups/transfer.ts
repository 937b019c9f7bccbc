import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { offsiteSettingPartitions } from "#shared/backups/notifications/store.ts";
import {
  dataKeyPartitions,
  dataKeySecrets,
  recoveryKeyPartitions,
  recoveryKeySecrets,
} from "#shared/backups/recovery/store.ts";
import { offsiteSchedulePartitions } from "#shared/backups/schedules/store.ts";
import { recipePartitions, recipeSecrets } from "#shared/deployments/recipes/store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { mcpServerPartitions } from "#shared/mcp-servers/store.ts";
import { notePartitions } from "#shared/notes/store.ts";
import { destinationPartitions, notificationSecrets } from "#shared/notifications/store.ts";
import { schedulePartitions, scheduleSecrets } from "#shared/schedules/store.ts";
import { settingSecrets, systemPartitions } from "#shared/system/store.ts";
import { transfer } from "#shared/transfer/contract.ts";
import { ottoService } from "#shared/transfer/otto/service.ts";
import { transferService } from "#shared/transfer/service.ts";
import { importPartitions, importSecrets } from "#shared/transfer/store.ts";
import { targetService } from "#shared/transfer/target-service.ts";
import { triggerPartitions, triggerSecrets } from "#shared/triggers/store.ts";
import { alertRulePartitions } from "#shared/usage/alerts/store.ts";
import { webhookPartitions, webhookSecrets } from "#shared/webhooks/store.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins, startsProcesses } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { presentThings } from "../wiring/otto.ts";
import { partsOfTransfer, pendingImports } from "../wiring/transfer.ts";
import { type JobsPlatform, jobs } from "../wiring/work.ts";

export const resource = defineResource({
  contract: transfer,
  wiring: service,
  needs: needs(servesAdmins, startsProcesses, {
    // Reads configurations for export and comparison; a job writes the import.
    seals: [importSecrets],
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
      triggerSecrets,
    ],
    reads: [
      keyLookupPartitions.data,
      keyLookupPartitions.admin,
      systemPartitions,
      webhookPartitions,
      notePartitions,
      mcpServerPartitions,
      locationPartitions,
      recoveryKeyPartitions,
      dataKeyPartitions,
      offsiteSchedulePartitions,
      offsiteSettingPartitions,
      destinationPartitions,
      alertRulePartitions,
      recipePartitions,
      schedulePartitions,
      triggerPartitions,
    ],
    writes: [importPartitions],
  }),
});

/** Path prefixes to try on the other service, in addition to ours. */
const otherPrefixes = ["svc", "otto"];

type TransferPlatform = JobsPlatform &
  Pick<Platform, "vault" | "ids" | "callouts" | "baseUrl" | "oauthLimits" | "prefixes">;

function service(platform: TransferPlatform) {
  const { callouts, ids, clock, baseUrl } = platform;
  const prefixes = [...new Set([...platform.prefixes, ...otherPrefixes])];
  const files = transferService({
    parts: () => partsOfTransfer(platform),
    store: pendingImports(platform),
    jobs: () => jobs(platform),
    targetService: (target) => targetService({ callouts, prefixes }, target),
    ids,
    clock,
    baseUrl,
  });
  return { ...files, ...ottoService({ callouts, presentThings: presentThings(platform) }) };
}
