import { FmError } from "../../fm-error.ts";
import { valuesIn } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";
import { changeDatabase, DatabaseChange } from "./update-database.ts";

/** Changes the state of all files for which it is possible; the others don't change. */
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
        // The file already has this state.
        if (!(error instanceof FmError) || error.code !== "1709") throw error;
      }
    }
    return {};
  },
};
