import { badParameter, FmError } from "../../fm-error.ts";
import type { Host } from "../../host.ts";
import { basicCredentials, type Credentials } from "../../http/basic-credentials.ts";
import type { LiveAccount, LiveDatabase } from "../../world/live/live-database.ts";
import { bareName } from "../../world/values/same-name.ts";
import { type DataCall, jsonBody, type OpenOperation, pathValue } from "../operation.ts";
import { accountOf, checkAccount } from "../sessions/check-account.ts";

/** Opens a session and returns the token in the body and a header. */
export const login: OpenOperation = {
  method: "POST",
  path: "/databases/{db}/sessions",
  access: "open",
  body: "json",
  run(call) {
    const { host, request } = call;
    try {
      const { database, account: own, credentials } = authenticate(call);
      if (host.world.server.settings.blockNewUsers.blockNewUsers) throw new FmError("802");
      const sources = dataSources(host, jsonBody(call).fmDataSource);
      const account = withSources(host, own, credentials, sources);
      if (host.faults.use("tooManySessions", request) !== undefined) throw new FmError("956");
      const spelling = bareName(pathValue(call, "db"));
      const session = host.dataSessions.open({ database, spelling, account, peer: request.peer });
      host.counters.logins += 1;
      return {
        response: { token: session.token },
        headers: { "X-FM-Data-Access-Token": session.token },
        account: account.account.name,
      };
    } catch (error) {
      host.counters.failedLogins += 1;
      throw error;
    }
  },
};

interface Authenticated {
  readonly database: LiveDatabase;
  readonly account: LiveAccount;
  readonly credentials: Credentials;
}

function authenticate(call: DataCall): Authenticated {
  const { host, request } = call;
  const { headers } = request.message;
  const database = openDatabase(host, pathValue(call, "db"));
  const credentials = basicCredentials(headers.authorization);
  if (credentials === undefined) {
    // OAuth and Claris ID require a provider. The sandbox has none, so these accounts are unknown.
    const elsewhere =
      headers["x-fm-data-oauth-request-id"] !== undefined || /^fmid\s/i.test(headers.authorization ?? "");
    if (elsewhere) throw new FmError("212");
    throw new FmError("10", { status: 401, text: "HTTP Authorization header or OAuth headers are missing." });
  }
  if (database === undefined) throw new FmError("802");
  const key = `${database.name}\0${credentials.name.toLowerCase()}`;
  host.dataSessions.lockout.check(key);
  if (host.faults.use("wrongPassword", request) !== undefined) throw new FmError("212");
  try {
    const account = checkAccount(database, credentials, host.world.definition.server.dataApi.withoutFmrest);
    host.dataSessions.lockout.succeeded(key);
    return { database, account, credentials };
  } catch (error) {
    if (error instanceof FmError && error.code === "212") host.dataSessions.lockout.failed(key);
    throw error;
  }
}

/** Returns a file that clients can open now. */
function openDatabase(host: Host, name: string): LiveDatabase | undefined {
  const database = host.world.database(name);
  return database?.status === "NORMAL" ? database : undefined;
}

/** Returns the account with access to other files: with the login given for them, otherwise with its own name and password. */
function withSources(
  host: Host,
  account: LiveAccount,
  own: Credentials,
  sources: ReadonlyMap<string, Credentials>,
): LiveAccount {
  const refused = new Set<string>();
  const inOtherFile = (file: string): LiveAccount | undefined => {
    const database = openDatabase(host, file);
    if (database === undefined) return undefined;
    const given = sources.get(database.name.toLowerCase());
    const known = accountOf(database, given ?? own);
    if (known === undefined && given !== undefined && !refused.has(database.name.toLowerCase())) {
      refused.add(database.name.toLowerCase());
      host.dataSessions.lockout.failed(`${database.name}\0${given.name.toLowerCase()}`);
    }
    return known?.privileges.extendedPrivileges.includes("fmrest") === true ? known : undefined;
  };
  const refusalInOtherFile = (file: string) =>
    refused.has(bareName(file).toLowerCase()) ? host.world.dataApi.refusedSource : undefined;
  return { ...account, inOtherFile, refusalInOtherFile };
}

/** Returns the logins of other files, by lowercase name. @throws FmError if they are checked at the login, and one can't open its file */
function dataSources(host: Host, sources: unknown): ReadonlyMap<string, Credentials> {
  const logins = new Map<string, Credentials>();
  if (sources === undefined) return logins;
  if (!Array.isArray(sources)) throw badParameter();
  for (const source of sources) {
    if (typeof source !== "object" || source === null) throw badParameter();
    const { database: name, username, password } = source as Record<string, unknown>;
    if (host.world.dataApi.externalSources === "asNeeded") {
      if (typeof name === "string" && typeof username === "string" && typeof password === "string")
        logins.set(bareName(name).toLowerCase(), { name: username, password });
      continue;
    }
    if (typeof name !== "string") throw new FmError("958", { status: 400 });
    const database = openDatabase(host, name);
    if (database === undefined) throw new FmError("802");
    if (typeof username !== "string" || typeof password !== "string") throw new FmError("212");
    checkAccount(database, { name: username, password }, host.world.definition.server.dataApi.withoutFmrest);
    logins.set(database.name.toLowerCase(), { name: username, password });
  }
  return logins;
}
