import { scheduleNumbered } from "../../host/schedules.ts";
import type { AdminOperation } from "../admin-operation.ts";
import { SCHEDULERS } from "./access.ts";
import { describedSchedule } from "./described-schedule.ts";

export const getSchedule: AdminOperation = {
  method: "GET",
  path: "/schedules/{id}",
  access: SCHEDULERS,
  run({ host, path }) {
    return { schedule: describedSchedule(host, scheduleNumbered(host, path.id ?? "")) };
  },
};
