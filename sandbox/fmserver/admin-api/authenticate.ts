import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import { basicCredentials } from "../http/basic-credentials.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import type { AdminSession } from "./admin-sessions.ts";

/** Opens a session for an Admin Console account given as Basic. @throws FmError 212, 214, 956, 1702 */
export function signIn(host: Host, request: IncomingCall): AdminSession {
  try {
    const credentials = basicCredentials(request.message.headers.authorization);
    if (credentials === undefined) throw new FmError("1702", { status: 401 });
    const { accounts } = host.world.definition.admin;
    const key = credentials.name.toLowerCase();
    const { lockout } = host.adminSessions;
    lockout.check(key);
    const account = accounts.find(({ name }) => name.toLowerCase() === key);
    // A fault is no attempt: it must not lock the account.
    if (host.faults.strike("wrongPassword", request) !== undefined) throw new FmError("212");
    if (account === undefined || account.password !== credentials.password) {
      lockout.failed(key);
      throw new FmError("212");
    }
    lockout.succeeded(key);
    const isFull = host.faults.strike("tooManySessions", request) !== undefined;
    if (isFull) throw new FmError("956", { text: "Maximum number of Admin API sessions exceeded" });
    const session = host.adminSessions.open(account.name);
    host.counters.adminLogins += 1;
    return session;
  } catch (error) {
    host.counters.failedAdminLogins += 1;
    throw error;
  }
}
