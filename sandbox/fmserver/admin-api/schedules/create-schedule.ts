import { createSchedule } from "../../host/schedules.ts";
import type { ScheduleKind } from "../../world/schema/schedule-schema.ts";
import { unknownParameter } from "../admin-body.ts";
import { type AdminOperation, adminBody } from "../admin-operation.ts";
import { checkMayChange, SCHEDULERS } from "./access.ts";
import { describedSchedule } from "./described-schedule.ts";

/** Where schedules of each kind are made. */
const PATHS: Readonly<Record<string, ScheduleKind>> = {
  backup: "backupType",
  filemakerscript: "filemakerScriptType",
  systemscript: "systemScriptType",
  message: "messageType",
  scriptsequence: "scriptSequenceType",
  verify: "verifyType",
};

/** Make a schedule of one kind each. */
export const createSchedules: readonly AdminOperation[] = Object.entries(PATHS).map(([path, kind]) => ({
  method: "POST",
  path: `/schedules/${path}`,
  access: SCHEDULERS,
  run(call) {
    checkMayChange(call, kind);
    const { runMilliseconds, ...fields } = adminBody(call);
    // The world's own word for how long a run takes: no client knows it.
    if (runMilliseconds !== undefined) throw unknownParameter("runMilliseconds");
    return { schedule: describedSchedule(call.host, createSchedule(call.host, kind, fields)) };
  },
}));
