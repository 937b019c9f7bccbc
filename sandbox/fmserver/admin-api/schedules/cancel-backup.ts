import { cancelBackups } from "../../host/schedules.ts";
import type { AdminOperation } from "../admin-operation.ts";

/** Cancels running backups. */
export const cancelBackup: AdminOperation = {
  method: "POST",
  path: "/server/cancelbackup",
  access: ["SCHEDULE_MANAGEMENT", "SCHEDULE_BACKUP"],
  run({ host }) {
    cancelBackups(host);
    return {};
  },
};
