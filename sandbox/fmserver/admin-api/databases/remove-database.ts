import { removeDatabase as remove } from "../../host/databases.ts";
import type { AdminOperation } from "../admin-operation.ts";
import { databaseOf } from "./database-of.ts";

/** Moves a closed file to the folder Removed_By_FMS. */
export const removeDatabase: AdminOperation = {
  method: "DELETE",
  path: "/databases/{id}",
  access: ["DATABASE_MANAGEMENT"],
  run(call) {
    remove(call.host, databaseOf(call));
    return {};
  },
};
