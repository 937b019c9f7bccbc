import { deleteSchedule, runScheduleNow, scheduleNumbered, updateSchedule } from "../host/schedules.ts";
import type { LiveSchedule } from "../world/live/live-schedule.ts";
import { type Command, type CommandCall, CommandError } from "./command.ts";

const access = ["SCHEDULE_MANAGEMENT"] as const;

/** Commands for schedules, which are named by their numbers. */
export const scheduleCommands: Readonly<Record<string, Command>> = {
  "RUN SCHEDULE": {
    access,
    run(call) {
      for (const schedule of schedulesIn(call)) {
        runScheduleNow(call.host, schedule);
        call.writeLine(`Schedule '${schedule.definition.name}' will run now.`);
      }
    },
  },
  "ENABLE SCHEDULE": { access, run: (call) => enable(call, true) },
  "DISABLE SCHEDULE": { access, run: (call) => enable(call, false) },
  "DELETE SCHEDULE": {
    access,
    run(call) {
      for (const schedule of schedulesIn(call)) {
        deleteSchedule(call.host, schedule);
        call.writeLine(`Schedule Deleted: ${schedule.definition.name}`);
      }
    },
  },
};

function enable(call: CommandCall, enabled: boolean): void {
  for (const schedule of schedulesIn(call)) {
    updateSchedule(call.host, schedule, { enabled });
    call.writeLine(`Schedule ${enabled ? "Enabled" : "Disabled"}: ${schedule.definition.name}`);
  }
}

/** Returns all named schedules, or fails before anything is done if a number is invalid. */
function schedulesIn({ host, operands }: CommandCall): readonly LiveSchedule[] {
  if (operands.length === 0) throw new CommandError(10001);
  return operands.map((id) => scheduleNumbered(host, id));
}
