import { wrongState } from "../../host/refusals.ts";
import type { AdminOperation } from "../admin-operation.ts";

/** Backups to remote storage: the sandbox has none and refuses all of these operations. */
export const remoteBackupOperations: readonly AdminOperation[] = ["backup", "list", "restore"].map((verb) => ({
  method: "POST",
  path: `/remotebackup/${verb}`,
  access: ["SCHEDULE_MANAGEMENT"],
  run() {
    throw wrongState();
  },
}));
