import { wrongState } from "../../host/refusals.ts";
import type { AdminOperation } from "../admin-operation.ts";

/** Backups to storage elsewhere: the sandbox has none set up, and says so to each of them. */
export const remoteBackupOperations: readonly AdminOperation[] = ["backup", "list", "restore"].map((verb) => ({
  method: "POST",
  path: `/remotebackup/${verb}`,
  access: ["SCHEDULE_MANAGEMENT"],
  run() {
    throw wrongState();
  },
}));
