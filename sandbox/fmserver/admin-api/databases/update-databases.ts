import { FmError } from "../../fm-error.ts";
import { valuesIn } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";
import { changeDatabase, DatabaseChange } from "./update-database.ts";

/** Does to every file what can be done to it now; the others stay as they are. */
export const updateDatabases: AdminOperation = {
  method: "PATCH",
  path: "/databases",
  access: ["DATABASE_MANAGEMENT"],
  run(call) {
    const change = valuesIn(call, DatabaseChange);
    for (const database of call.host.world.databases) {
      try {
        changeDatabase(call.host, database, change);
      } catch (error) {
        // A file that is in that state already needs nothing.
        if (!(error instanceof FmError) || error.code !== "1709") throw error;
      }
    }
    return {};
  },
};
