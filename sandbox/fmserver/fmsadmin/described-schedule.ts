import type { Host } from "../host.ts";
import { localTime } from "../logs/log-time.ts";
import type { LiveSchedule } from "../world/live/live-schedule.ts";
import { SCHEDULE_TYPES, type ScheduleKind } from "../world/schema/schedule-schema.ts";

/** Returns the line of a schedule in a list. */
export function describedSchedule(host: Host, schedule: LiveSchedule, kind: ScheduleKind): readonly string[] {
  const time = (at: number | undefined): string => {
    if (at === undefined) return "";
    const local = localTime(at, host.world.definition.server.utcOffsetMinutes);
    return `${local.slice(0, 10).replaceAll("-", "/")} ${local.slice(11, 16)}`;
  };
  const { id, definition, lastRunAt, lastError, nextRunAt, running } = schedule;
  return [
    id,
    definition.name,
    SCHEDULE_TYPES[kind],
    running === undefined ? time(lastRunAt) : "",
    definition.enabled ? time(nextRunAt) : "Disabled",
    lastRunAt === undefined || running !== undefined ? "" : lastError === 0 ? "OK" : `Error ${lastError}`,
  ];
}
