import { taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { buildPartitions, buildSecrets } from "#shared/builds/store.ts";
import { recipePartitions, recipeSecrets } from "#shared/deployments/recipes/store.ts";
import { deploymentPartitions, deploymentSecrets } from "#shared/deployments/store.ts";
import { scheduleCommands } from "#shared/filemaker/commands/schedule-commands.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { schedules } from "#shared/schedules/contract.ts";
import { serverSchedules } from "#shared/schedules/server-schedules.ts";
import { scheduleService } from "#shared/schedules/service.ts";
import { schedulePartitions, scheduleSecrets } from "#shared/schedules/store.ts";
import { serverWorkSecrets } from "#shared/server/sealed-secrets.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, needs, servesAdmins, startsProcesses, usesAgent } from "../needs.ts";
import { readsFileConfigs } from "../wiring/builds.ts";
import { accountOfHost, adminCalls, administratorOf } from "../wiring/filemaker.ts";
import { actionsOf, partsOf, type SchedulesPlatform } from "../wiring/schedules.ts";
import { processRecords } from "../wiring/work.ts";

export const resource = defineResource({
  contract: schedules,
  wiring: service,
  needs: needs(servesAdmins, usesAgent, callsFileMaker, startsProcesses, readsFileConfigs, {
    // Running a schedule now starts its action.
    seals: [taskSecrets, buildSecrets, deploymentSecrets, scheduleSecrets, serverWorkSecrets],
    opens: [deploymentSecrets, recipeSecrets, keySecrets.admin, scheduleSecrets, locationSecrets],
    reads: [schedulePartitions, buildPartitions, deploymentPartitions, recipePartitions, locationPartitions],
    writes: [schedulePartitions, buildPartitions, deploymentPartitions],
    parts: { schedules: ["process", "schedule"] },
  }),
});

function service(platform: SchedulesPlatform) {
  const administrator = administratorOf(platform);
  return {
    ...scheduleService({
      ...partsOf(platform),
      actions: actionsOf(platform),
      administrator: accountOfHost(platform),
      processes: processRecords(platform),
      vault: platform.vault,
    }),
    ...serverSchedules({ commands: scheduleCommands(adminCalls(platform)), administrator }),
  };
}
