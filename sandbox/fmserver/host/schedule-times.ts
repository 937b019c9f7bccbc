import type { Host } from "../host.ts";
import { kindOf, type LiveSchedule } from "../world/live/live-schedule.ts";
import { SCHEDULE_TYPES, type Schedule } from "../world/schema/schedule-schema.ts";
import { bareName, fileOf } from "../world/values/same-name.ts";
import { nextRun } from "./next-run.ts";
import { runSchedule } from "./run-schedule.ts";

/** Loads all schedules when the Database Server starts, logs them, and plans their next runs. */
export function loadSchedules(host: Host): void {
  const schedules = [...host.world.server.schedules.values()];
  host.logs.schedulesLoaded([
    `Loaded ${schedules.length} schedules.`,
    ...schedules.flatMap(({ definition }) => [
      `Loaded schedule "${definition.name}", type "${SCHEDULE_TYPES[kindOf(definition)]}".`,
      ...missingFile(host, definition),
    ]),
  ]);
  armSchedules(host);
}

/** Returns a log line if the single file of a schedule isn't hosted. */
function missingFile(host: Host, schedule: Schedule): readonly string[] {
  const { filemakerScriptType, scriptSequenceType, backupType, verifyType, messageType } = schedule;
  const script = filemakerScriptType ?? scriptSequenceType;
  const files = backupType ?? verifyType ?? messageType;
  const file = script?.resource ?? (files?.resourceType === "SINGLE_DB" ? files.resource : undefined);
  if (file === undefined || host.world.database(fileOf(file)) !== undefined) return [];
  return [`File missing for schedule "${schedule.name}": file:${bareName(fileOf(file))}`];
}

/** Plans the next run of every schedule. */
export function armSchedules(host: Host): void {
  for (const schedule of host.world.server.schedules.values()) armSchedule(host, schedule);
}

/** Plans the next run of a schedule with its current timing. */
export function armSchedule(host: Host, schedule: LiveSchedule): void {
  schedule.disarm();
  const { definition, server } = host.world;
  const isOn = schedule.definition.enabled && server.running && server.settings.general.useSchedules;
  schedule.nextRunAt = isOn
    ? nextRun(schedule.definition, host.clock.now(), definition.server.utcOffsetMinutes)
    : undefined;
  if (schedule.nextRunAt === undefined) return;
  schedule.disarm = host.clock.at(schedule.nextRunAt, () => {
    // Runs that were skipped by advancing the clock aren't made up for.
    if (schedule.running === undefined) runSchedule(host, schedule);
    armSchedule(host, schedule);
  });
}

/** Cancels the next run of a schedule, and ends a running one. */
export function endSchedule(schedule: LiveSchedule): void {
  schedule.disarm();
  schedule.nextRunAt = undefined;
  schedule.running?.abort.abort("ended");
}
