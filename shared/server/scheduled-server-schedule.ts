import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ScheduleCommands, ScheduleRow } from "#shared/filemaker/commands/schedule-commands.ts";
import type { Jobs } from "#shared/jobs/api.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { ActionHandler } from "#shared/schedules/api.ts";
import { type ScheduleRunInput, scheduleRunPlan } from "./schedule-run.ts";
import { sealSecrets } from "./sealed-secrets.ts";

interface ScheduledDependencies {
  readonly commands: Pick<ScheduleCommands, "read">;
  readonly jobs: Pick<Jobs, "accept">;
  readonly vault: Vault;
  readonly ids: Ids;
}

/** Runs FileMaker Server's own schedules, mainly backups, for one of our schedules. */
export function scheduledServerSchedule(
  dependencies: ScheduledDependencies,
): ActionHandler<{ readonly serverScheduleId: string }> {
  const { commands, jobs } = dependencies;

  const found = async (credential: AdminCredential, id: string): Promise<ScheduleRow> => {
    const row = await commands.read(credential, id);
    if (row === undefined) throw new ServiceError("server_schedule_not_found");
    return row;
  };

  return {
    isRepeatable: true,

    async check({ serverScheduleId }, credential) {
      await found(credential, serverScheduleId);
    },

    async start({ serverScheduleId }, { credential, startedBy, key }) {
      const { name } = await found(credential, serverScheduleId);
      const input: ScheduleRunInput = { serverScheduleId, name, ...(await sealSecrets(dependencies, { credential })) };
      const plan = {
        ...scheduleRunPlan,
        title: `Run FileMaker Server's schedule ${name}`,
        objects: [`filemaker-schedule:${serverScheduleId}`],
      };
      return jobs.accept({ plan, input, startedBy, key });
    },
  };
}
