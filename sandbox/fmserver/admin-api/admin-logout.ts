import { FmError } from "../fm-error.ts";
import type { AdminOperation } from "./admin-operation.ts";

/** Ends the session whose token is in the path. */
export const adminLogout: AdminOperation = {
  method: "DELETE",
  path: "/user/auth/{token}",
  access: "own",
  run({ host, path }) {
    const session = host.adminSessions.use(path.token ?? "");
    if (session === undefined) throw new FmError("952", { text: "Invalid FileMaker Admin API token (*)" });
    host.adminSessions.close(session);
    host.counters.adminLogouts += 1;
    return {};
  },
};
