import { movedInto } from "../../disk/server-folder.ts";
import type { Host } from "../../host.ts";
import { logTime } from "../../logs/log-time.ts";
import type { LiveSchedule } from "../../world/live/live-schedule.ts";
import type { AdminResponse } from "../admin-operation.ts";

/** Value for a missing time. */
const NEVER = "0000-00-00T00:00:00";

/** Returns a schedule as in lists, without passwords. */
export function describedSchedule(host: Host, schedule: LiveSchedule): AdminResponse {
  const { runMilliseconds: _runMilliseconds, name, enabled, sendEmail, ...rest } = schedule.definition;
  const offset = host.world.definition.server.utcOffsetMinutes;
  const local = (time: number | undefined): string =>
    time === undefined ? NEVER : logTime(time, offset).replace(" ", "T").slice(0, 19);
  return {
    id: schedule.id,
    name,
    enabled,
    status: schedule.running === undefined ? "IDLE" : "RUNNING",
    lastRun: local(schedule.lastRunAt),
    nextRun: local(schedule.nextRunAt),
    lastError: schedule.lastError,
    sendEmail,
    ...withoutPasswords(host.folder === undefined ? rest : movedInto(host.folder, rest)),
  };
}

function withoutPasswords(value: Readonly<Record<string, unknown>>): AdminResponse {
  const shown = Object.entries(value).filter(([key, part]) => part !== undefined && !/password$/i.test(key));
  return Object.fromEntries(shown.map(([key, part]) => [key, isRecord(part) ? withoutPasswords(part) : part]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
