import * as z from "zod";
import { valuesIn } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";

export const renameServer: AdminOperation = {
  method: "PATCH",
  path: "/serverinfo/name",
  access: "root",
  run(call) {
    call.host.world.server.name = valuesIn(call, Name).ServerName;
    return {};
  },
};

const Name = z.object({ ServerName: z.string().trim().min(1).max(63) });
