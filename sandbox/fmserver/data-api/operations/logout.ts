import { FmError } from "../../fm-error.ts";
import { bareName } from "../../world/values/same-name.ts";
import { type OpenOperation, pathValue } from "../operation.ts";

/** Ends a session. Only requires the token in the path. */
export const logout: OpenOperation = {
  method: "DELETE",
  path: "/databases/{db}/sessions/{token}",
  access: "open",
  body: "none",
  run(call) {
    const session = call.host.dataSessions.use(pathValue(call, "token"));
    if (session === undefined || session.spelling !== bareName(pathValue(call, "db"))) throw new FmError("952");
    call.host.dataSessions.close(session);
    call.host.counters.logouts += 1;
    return { response: {}, account: session.account.account.name };
  },
};
