import { FmError } from "../../fm-error.ts";
import type { Privilege } from "../../world/schema/admin-schema.ts";
import type { ScheduleKind } from "../../world/schema/schedule-schema.ts";
import type { AdminCall } from "../admin-operation.ts";

/** Privileges that allow seeing schedules, and changing those of their kinds. */
export const SCHEDULERS: readonly Privilege[] = [
  "SCHEDULE_MANAGEMENT",
  "SCHEDULE_BACKUP",
  "SCHEDULE_SCRIPT",
  "SCHEDULE_VERIFY",
];

const KINDS: Partial<Record<Privilege, readonly ScheduleKind[]>> = {
  SCHEDULE_BACKUP: ["backupType"],
  SCHEDULE_SCRIPT: ["filemakerScriptType", "systemScriptType", "scriptSequenceType"],
  SCHEDULE_VERIFY: ["verifyType"],
};

/** @throws FmError 9 if a role's privileges don't include this kind of schedule */
export function checkMayChange({ privileges }: Pick<AdminCall, "privileges">, kind: ScheduleKind): void {
  if (privileges === "all" || privileges.includes("SCHEDULE_MANAGEMENT")) return;
  if (!privileges.some((privilege) => KINDS[privilege]?.includes(kind))) throw new FmError("9", { status: 403 });
}
