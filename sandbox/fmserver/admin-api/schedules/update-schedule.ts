import { badValue } from "../../host/refusals.ts";
import { runScheduleNow, scheduleNumbered, updateSchedule as update } from "../../host/schedules.ts";
import { kindOf } from "../../world/live/live-schedule.ts";
import { unknownParameter } from "../admin-body.ts";
import { type AdminOperation, adminBody } from "../admin-operation.ts";
import { checkMayChange, SCHEDULERS } from "./access.ts";
import { describedSchedule } from "./described-schedule.ts";

/** Changes, enables or disables a schedule, or runs it immediately. */
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
    // Clients send back the whole schedule with a change, including its status.
    if (status !== undefined && status !== "RUNNING" && status !== "IDLE") throw badValue();
    if (Object.keys(fields).length > 0) update(host, schedule, fields);
    if (status === "RUNNING") runScheduleNow(host, schedule);
    return { schedule: describedSchedule(host, schedule) };
  },
};
