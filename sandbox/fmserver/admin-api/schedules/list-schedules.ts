import type { AdminOperation } from "../admin-operation.ts";
import { SCHEDULERS } from "./access.ts";
import { describedSchedule } from "./described-schedule.ts";

export const listSchedules: AdminOperation = {
  method: "GET",
  path: "/schedules",
  access: SCHEDULERS,
  run({ host }) {
    const schedules = [...host.world.server.schedules.values()];
    return { schedules: schedules.map((schedule) => describedSchedule(host, schedule)) };
  },
};
