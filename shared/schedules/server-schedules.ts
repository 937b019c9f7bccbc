import type { AdminCredential, AdministratorOf } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { CommandOutcome } from "#shared/filemaker/commands/command-outcome.ts";
import type { ScheduleCommands, ScheduleRow } from "#shared/filemaker/commands/schedule-commands.ts";
import type { ServerSchedule, schedules } from "./contract.ts";

interface ServerScheduleDependencies {
  readonly commands: Pick<ScheduleCommands, "list" | "read" | "run" | "enable">;
  readonly administrator: AdministratorOf;
}

type ServerScheduleService = Pick<
  ServiceOf<typeof schedules>,
  "listServerSchedules" | "changeServerSchedule" | "runServerSchedule"
>;

/** Lists and controls FileMaker Server's own schedules through its Admin API. */
export function serverSchedules({ commands, administrator }: ServerScheduleDependencies): ServerScheduleService {
  /** Returns the schedule after a command. @throws ServiceError */
  const after = async (outcome: CommandOutcome, credential: AdminCredential, id: string) => {
    if (outcome === "forbidden") throw new ServiceError("server_schedule_busy");
    const row = outcome === "missing" ? undefined : await commands.read(credential, id);
    if (row === undefined) throw new ServiceError("schedule_not_found");
    return { schedule: shown(row) };
  };

  return {
    async listServerSchedules(_input, call) {
      return { schedules: (await commands.list(await administrator(call))).map(shown) };
    },

    async changeServerSchedule({ id, isEnabled }, call) {
      const credential = await administrator(call);
      return after(await commands.enable(credential, id, isEnabled), credential, id);
    },

    async runServerSchedule({ id }, call) {
      const credential = await administrator(call);
      return after(await commands.run(credential, id), credential, id);
    },
  };
}

function shown({ id, name, kind, isEnabled, isRunning, lastRun, nextRun, lastError }: ScheduleRow): ServerSchedule {
  return {
    ...{ id, name, kind, isEnabled, isRunning },
    lastRunAt: lastRun === "" ? null : lastRun,
    nextRunAt: nextRun === "" ? null : nextRun,
    lastError: lastError < 0 ? null : lastError,
  };
}
