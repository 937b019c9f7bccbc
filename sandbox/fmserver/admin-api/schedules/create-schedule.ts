import { createSchedule } from "../../host/schedules.ts";
import type { ScheduleKind } from "../../world/schema/schedule-schema.ts";
import { unknownParameter } from "../admin-body.ts";
import { type AdminOperation, adminBody } from "../admin-operation.ts";
import { checkMayChange, SCHEDULERS } from "./access.ts";
import { describedSchedule } from "./described-schedule.ts";

/** Path for each kind of schedule. */
const PATHS: Readonly<Record<string, ScheduleKind>> = {
  backup: "backupType",
  filemakerscript: "filemakerScriptType",
  systemscript: "systemScriptType",
  message: "messageType",
  scriptsequence: "scriptSequenceType",
  verify: "verifyType",
};

/** Operations that create a schedule, one for each kind. */
export const createSchedules: readonly AdminOperation[] = Object.entries(PATHS).map(([path, kind]) => ({
  method: "POST",
  path: `/schedules/${path}`,
  access: SCHEDULERS,
  run(call) {
    checkMayChange(call, kind);
    const { runMilliseconds, ...fields } = adminBody(call);
    // Key of the world for a run's duration, which isn't part of the API.
    if (runMilliseconds !== undefined) throw unknownParameter("runMilliseconds");
    return { schedule: describedSchedule(call.host, createSchedule(call.host, kind, fields)) };
  },
}));
