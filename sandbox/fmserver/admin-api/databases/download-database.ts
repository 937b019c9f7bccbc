import { fileBytes } from "../../file/file-body.ts";
import { badValue } from "../../host/refusals.ts";
import { zipOf } from "../../http/zip.ts";
import { currentDefinition } from "../../world/live/current-definition.ts";
import { type AdminOperation, BareAnswer } from "../admin-operation.ts";
import { databaseOf } from "./database-of.ts";

/** Sends a closed file as a zip archive. */
export const downloadDatabase: AdminOperation = {
  method: "GET",
  path: "/databases/{id}",
  access: ["DATABASE_MANAGEMENT"],
  run(call) {
    const database = databaseOf(call);
    if (database.status !== "CLOSED") throw badValue();
    const body = zipOf(`${database.name}.fmp12`, fileBytes(currentDefinition(database)), call.host.clock.now());
    return new BareAnswer({
      status: 200,
      code: "0",
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`${database.name}.zip`)}`,
      },
      body,
    });
  },
};
