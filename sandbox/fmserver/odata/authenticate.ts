import { accountOf } from "../data-api/sessions/check-account.ts";
import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import { basicCredentials, type Credentials } from "../http/basic-credentials.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import type { LiveAccount, LiveDatabase } from "../world/live/live-database.ts";
import type { ODataRequest } from "./odata-request.ts";

/** Returns the name and password of the request. Tokens of the Data API, Claris ID and OAuth are refused as unknown. @throws FmError 212 */
export function credentialsOf(request: ODataRequest): Credentials {
  const credentials = basicCredentials(request.headers.authorization);
  if (credentials === undefined) throw new FmError("212");
  return credentials;
}

/** Opens a file for a request. @throws FmError 212 or 214 for the account, 802 for a file that isn't open */
export function openFile(
  host: Host,
  incoming: IncomingCall,
  request: ODataRequest,
  name: string,
): { readonly database: LiveDatabase; readonly account: LiveAccount } {
  try {
    const credentials = credentialsOf(request);
    const database = host.world.database(name);
    if (database?.status !== "NORMAL") throw new FmError("802");
    const account = checkedAccount(host, incoming, database, credentials);
    // Without sessions, every request is a new user.
    if (host.world.server.settings.blockNewUsers.blockNewUsers) throw new FmError("802");
    const inOtherFile = (file: string): LiveAccount | undefined => {
      const other = host.world.database(file);
      return other !== undefined && opens(other, credentials) ? accountOf(other, credentials) : undefined;
    };
    return { database, account: { ...account, inOtherFile } };
  } catch (error) {
    host.counters.failedODataLogins += 1;
    throw error;
  }
}

/** Returns true if these credentials can open the file with OData. */
export function opens(database: LiveDatabase, credentials: Credentials): boolean {
  const isOpen = database.status === "NORMAL";
  return isOpen && accountOf(database, credentials)?.privileges.extendedPrivileges.includes("fmodata") === true;
}

function checkedAccount(
  host: Host,
  incoming: IncomingCall,
  database: LiveDatabase,
  credentials: Credentials,
): LiveAccount {
  const { lockout } = host.dataSessions;
  // An account is locked per file, regardless of the API that received the wrong passwords.
  const key = `${database.name}\0${credentials.name.toLowerCase()}`;
  lockout.check(key);
  if (host.faults.use("wrongPassword", incoming) !== undefined) throw new FmError("212");
  const account = accountOf(database, credentials);
  if (account === undefined) {
    lockout.failed(key);
    throw new FmError("212");
  }
  lockout.succeeded(key);
  if (!account.privileges.extendedPrivileges.includes("fmodata")) {
    throw new FmError(host.world.definition.server.odata.withoutFmodata);
  }
  return account;
}
