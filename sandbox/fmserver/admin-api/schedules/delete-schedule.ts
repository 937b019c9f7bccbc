import { deleteSchedule as remove, scheduleNumbered } from "../../host/schedules.ts";
import { kindOf } from "../../world/live/live-schedule.ts";
import type { AdminOperation } from "../admin-operation.ts";
import { checkMayChange, SCHEDULERS } from "./access.ts";

export const deleteSchedule: AdminOperation = {
  method: "DELETE",
  path: "/schedules/{id}",
  access: SCHEDULERS,
  run(call) {
    const schedule = scheduleNumbered(call.host, call.path.id ?? "");
    checkMayChange(call, kindOf(schedule.definition));
    remove(call.host, schedule);
    return {};
  },
};
