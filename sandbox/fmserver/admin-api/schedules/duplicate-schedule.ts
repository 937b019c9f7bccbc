import { duplicateSchedule as duplicate, scheduleNumbered } from "../../host/schedules.ts";
import { kindOf } from "../../world/live/live-schedule.ts";
import { missingParameter } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";
import { checkMayChange, SCHEDULERS } from "./access.ts";
import { describedSchedule } from "./described-schedule.ts";

/** Copies the schedule in the query. */
export const duplicateSchedule: AdminOperation = {
  method: "POST",
  path: "/schedules",
  access: SCHEDULERS,
  run(call) {
    const { host, request } = call;
    const id = request.query.get("source");
    if (id === undefined) throw missingParameter("source");
    const source = scheduleNumbered(host, id);
    checkMayChange(call, kindOf(source.definition));
    return { schedule: describedSchedule(host, duplicate(host, source)) };
  },
};
