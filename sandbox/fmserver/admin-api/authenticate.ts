import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import { basicCredentials, type Credentials } from "../http/basic-credentials.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import { type Administrator, type AdminSession, tooManySessions } from "./admin-sessions.ts";
import { keyOfToken } from "./pki-token.ts";

/** Opens a session for the account in a Basic header or the public key of a PKI token. @throws FmError 212, 214, 956, 1702, 1703 */
export function signIn(host: Host, request: IncomingCall): AdminSession {
  try {
    const who = administrator(host, request);
    if (host.faults.use("tooManySessions", request) !== undefined) throw tooManySessions();
    const session = host.adminSessions.open(who);
    host.counters.adminLogins += 1;
    host.logs.administration("info", request.peer, "admin-api", `${who.name} signed in.`);
    return session;
  } catch (error) {
    host.counters.failedAdminLogins += 1;
    if (error instanceof FmError) {
      host.logs.administration("warn", request.peer, "admin-api", `Sign-in failed with error ${error.code}.`);
    }
    throw error;
  }
}

function administrator(host: Host, request: IncomingCall): Administrator {
  const { authorization } = request.message.headers;
  const credentials = basicCredentials(authorization);
  if (credentials !== undefined) return byPassword(host, request, credentials);
  const token = /^pki\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) throw new FmError("1702", { status: 401 });
  // A fault doesn't count as an attempt, here and below.
  if (host.faults.use("wrongPassword", request) !== undefined) throw new FmError("1703", { status: 401 });
  const key = keyOfToken(token, host.world.server.pkiKeys, host.clock.now());
  key.lastUsedAt = host.clock.now();
  return { name: key.name, roleId: undefined };
}

function byPassword(host: Host, request: IncomingCall, { name, password }: Credentials): Administrator {
  const { lockout } = host.adminSessions;
  const wanted = name.toLowerCase();
  lockout.check(wanted);
  if (host.faults.use("wrongPassword", request) !== undefined) throw new FmError("212");
  const isAccount = (one: { readonly name: string; readonly password?: string | undefined }): boolean =>
    one.name.toLowerCase() === wanted && one.password === password;
  const { accounts, roles } = host.world.server;
  const account = accounts.find(isAccount);
  const role = [...roles.values()].find((one) => one.enabled && isAccount(one));
  if (account === undefined && role === undefined) {
    lockout.failed(wanted);
    throw new FmError("212");
  }
  lockout.succeeded(wanted);
  return { name: account?.name ?? name, roleId: role?.id };
}
