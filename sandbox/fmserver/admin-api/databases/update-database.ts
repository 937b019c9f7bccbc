import * as z from "zod";
import { closeDatabase, openDatabase, pauseDatabase, resumeDatabase } from "../../host/databases.ts";
import type { Host } from "../../host.ts";
import type { LiveDatabase } from "../../world/live/live-database.ts";
import { valuesIn } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";
import { databaseOf } from "./database-of.ts";

/** Opens, closes, pauses or resumes a file. Code 0 means accepted: the state changes a little later. */
export const updateDatabase: AdminOperation = {
  method: "PATCH",
  path: "/databases/{id}",
  access: ["DATABASE_MANAGEMENT"],
  run(call) {
    const database = databaseOf(call);
    changeDatabase(call.host, database, valuesIn(call, DatabaseChange));
    return {};
  },
};

/** Requested change of a file, whose names differ from those of the resulting states. */
export const DatabaseChange = z.object({
  status: z.enum(["OPENED", "CLOSED", "PAUSED", "RESUMED"]),
  key: z.string().default(""),
  saveKey: z.boolean().default(false),
  messageText: z.string().default(""),
  force: z.boolean().default(false),
});

/** Changes a file's state. @throws FmError 1709 */
export function changeDatabase(host: Host, database: LiveDatabase, change: z.output<typeof DatabaseChange>): void {
  if (change.status === "OPENED") openDatabase(host, database, change);
  else if (change.status === "CLOSED") closeDatabase(host, database, change);
  else if (change.status === "PAUSED") pauseDatabase(host, database);
  else resumeDatabase(host, database);
}
