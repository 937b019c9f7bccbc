import * as z from "zod";
import { startDatabaseServer, stopDatabaseServer } from "../../host/database-server.ts";
import { valuesIn } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";

/** Returns the state of the Database Server. */
export const getServerStatus: AdminOperation = {
  method: "GET",
  path: "/server/status",
  access: "anyone",
  run: ({ host }) => ({ status: host.world.server.running ? "RUNNING" : "STOPPED" }),
};

export const setServerStatus: AdminOperation = {
  method: "PATCH",
  path: "/server/status",
  access: "root",
  run(call) {
    const { status } = valuesIn(call, Status);
    if (status === "RUNNING") startDatabaseServer(call.host);
    else stopDatabaseServer(call.host);
    return { status };
  },
};

const Status = z.object({ status: z.enum(["RUNNING", "STOPPED"]) });
