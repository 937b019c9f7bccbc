import { badValue } from "../../host/refusals.ts";
import { runScheduleNow, scheduleNumbered, updateSchedule as update } from "../../host/schedules.ts";
import { kindOf } from "../../world/live/live-schedule.ts";
import { unknownParameter } from "../admin-body.ts";
import { type AdminOperation, adminBody } from "../admin-operation.ts";
import { checkMayChange, SCHEDULERS } from "./access.ts";
import { describedSchedule } from "./described-schedule.ts";

/** Changes a schedule, switches it on or off, or runs it now. */
export const updateSchedule: AdminOperation = {
  method: "PATCH",
  path: "/schedules/{id}",
  access: SCHEDULERS,
  run(call) {
    const { host, path } = call;
    const schedule = scheduleNumbered(host, path.id ?? "");
    checkMayChange(call, kindOf(schedule.definition));
    const { status, id: _id, lastRun: _lastRun, nextRun: _nextRun, lastError: _lastError, ...fields } = adminBody(call);
    if (fields.runMilliseconds !== undefined) throw unknownParameter("runMilliseconds");
    // Clients send back what they have read, changed in one place.
    if (status !== undefined && status !== "RUNNING" && status !== "IDLE") throw badValue();
    if (Object.keys(fields).length > 0) update(host, schedule, fields);
    if (status === "RUNNING") runScheduleNow(host, schedule);
    return { schedule: describedSchedule(host, schedule) };
  },
};
