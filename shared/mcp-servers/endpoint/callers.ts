import type { Caller } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import { bareDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { basic } from "#shared/filemaker/authorization.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { ODataAnswer, ODataSend } from "#shared/filemaker/odata.ts";
import type { Admission, KeyCache, KeyHandle, NameRules } from "#shared/keys/api.ts";
import type { ODataAccounts, ODataRefusals } from "#shared/proxy/api.ts";
import type { CheckOutcome } from "#shared/sessions/api.ts";
import type { ServerRecord } from "../record.ts";
import type { AccessTokens, GrantedAccess } from "./access-tokens.ts";
import type { McpCredential } from "./credential.ts";
import { AccountRefused, everyScope, type FileAccount, type FileRequest } from "./file-account.ts";

export interface CallerDependencies {
  readonly keyCache: KeyCache;
  readonly admission: Admission;
  /**
   * Rejects a call that names tables, scripts or other objects that its key can't access.
   * @throws ServiceError
   */
  readonly checkNamed: (names: NameRules, path: string, body: unknown) => void;
  readonly accounts: ODataAccounts;
  readonly refusals: ODataRefusals;
  readonly checkOutcomeFor: (status: number) => CheckOutcome;
  readonly send: ODataSend;
  /** Returns an id for an account and its password. */
  readonly idOf: (account: Account) => Promise<string>;
  readonly accessTokens: AccessTokens;
}

interface CallOfServer {
  readonly server: Pick<ServerRecord, "filename" | "oauthEnabled">;
  /** URL of the server without a query. */
  readonly resource: string;
  readonly client: Client;
  /** Called as soon as the caller is known, also if the call is then refused. */
  readonly identified: (caller: Caller) => void;
}

const provingMs = 30_000;

/** Creates the authentication of callers, which returns the account of a call. */
export function mcpCallers({
  keyCache,
  admission,
  checkNamed,
  accounts,
  refusals,
  checkOutcomeFor,
  send,
  idOf,
  accessTokens,
}: CallerDependencies) {
  const pathIn = ({ filename }: CallOfServer["server"], path: string) =>
    `/${encodeURIComponent(bareDatabaseName(filename))}${path}`;

  const byKey = async (
    value: string,
    { server, client, identified }: CallOfServer,
  ): Promise<FileAccount | undefined> => {
    const handle = keyCache.fresh(value) ?? (await keyCache.find(value));
    if (handle === undefined) return undefined;
    identified(callerOfKey(handle));
    admission.check(handle, client);
    return byHandle(handle, server, client);
  };

  const byHandle = (handle: KeyHandle, server: CallOfServer["server"], client: Client): FileAccount => {
    const folded = normalizedDatabaseName(server.filename);
    const { isOData, allowAnyDatabase, credentialId } = handle.record;
    if (!isOData) throw new ServiceError("key_odata_off");
    if (!(allowAnyDatabase || handle.files.has(folded))) throw new ServiceError("key_file_not_allowed");
    return {
      ...{ caller: callerOfKey(handle), client: undefined, credential: handle.name.key, id: credentialId },
      ...{ scopes: everyScope, signsIn: false, account: handle.account },
      async call(request) {
        await admitted(handle, request, client);
        return callByKey(handle, folded, { ...request, path: pathIn(server, request.path) });
      },
    };
  };

  /**
   * Checks the limits of the key.
   * @throws ServiceError
   */
  const admitted = async (handle: KeyHandle, { method, path, body }: FileRequest, client: Client): Promise<void> => {
    const names = handle.guard?.names;
    if (names !== undefined) checkNamed(names, path, body);
    await admission.admit(handle, { method, headers: [], client });
  };

  const callByKey = async (handle: KeyHandle, folded: string, request: FileRequest): Promise<ODataAnswer> => {
    refusals.check(handle, folded);
    const { user, pass } = await handle.account();
    keyCache.used(handle);
    const answer = await send({ ...request, authorization: basic(user, pass) });
    if (!refusals.recordStatus(handle, folded, answer.status)) throw refusals.error(handle, folded);
    return answer;
  };

  const byAccount = async (
    credential: McpCredential & { readonly kind: "account" },
    { server, client, identified }: CallOfServer,
  ): Promise<FileAccount | undefined> => {
    const { user, pass, authorization } = credential;
    const caller = { kind: "account", user, authorization } as const;
    const folded = normalizedDatabaseName(server.filename);
    const call: FileAccount["call"] = async (request) => {
      let answer: ODataAnswer | undefined;
      await accounts.run(caller, { client, folded }, async (report) => {
        answer = await send({ ...request, path: pathIn(server, request.path), authorization });
        await report(checkOutcomeFor(answer.status));
      });
      if (answer === undefined) throw new ServiceError("internal", { detail: "an account's call had no response" });
      if (answer.status === 401) throw new AccountRefused();
      return answer;
    };
    if (!accounts.isRemembered(caller, folded)) {
      const proven = await call({ method: "GET", path: "", timeoutMs: provingMs }).catch(refusedAccount);
      if (proven === undefined || proven.status === 403) return undefined;
      if (proven.status >= 400) throw new ServiceError("file_not_available");
    }
    const proved: Caller = { kind: "file-account", user };
    identified(proved);
    return {
      ...{ caller: proved, client: undefined, credential: callerName(proved), id: await idOf({ user, pass }) },
      ...{ scopes: everyScope, signsIn: true, call },
      account: async () => ({ user, pass }),
    };
  };

  const byToken = async (
    token: string,
    { server, resource, identified }: CallOfServer,
  ): Promise<FileAccount | undefined> => {
    const granted = server.oauthEnabled ? await accessTokens.check(token, resource) : undefined;
    if (granted === undefined) return undefined;
    identified({ kind: "file-account", user: granted.user });
    return byGrant(granted, server);
  };

  const byGrant = async (granted: GrantedAccess, server: CallOfServer["server"]): Promise<FileAccount> => ({
    caller: { kind: "file-account", user: granted.user },
    client: granted.client,
    credential: `grant:${granted.grantId}`,
    id: await idOf(await granted.account()),
    scopes: granted.scopes,
    signsIn: true,
    account: granted.account,
    async call(request) {
      const { user, pass } = await granted.account();
      const answer = await send({ ...request, path: pathIn(server, request.path), authorization: basic(user, pass) });
      if (answer.status !== 401) return answer;
      await granted.refused();
      throw new AccountRefused();
    },
  });

  return {
    /**
     * Returns undefined if the credential isn't accepted.
     * @throws ServiceError key_odata_off, key_file_not_allowed, too_many_attempts
     */
    async find(credential: McpCredential, call: CallOfServer): Promise<FileAccount | undefined> {
      if (credential.kind === "key") return byKey(credential.value, call);
      if (credential.kind === "account") return byAccount(credential, call);
      return credential.kind === "token" ? byToken(credential.value, call) : undefined;
    },

    /**
     * Returns the account of a key that an administrator names.
     * @throws ServiceError key_odata_off, key_file_not_allowed
     */
    ofKey: byHandle,
  };
}

export type McpCallers = ReturnType<typeof mcpCallers>;

function callerOfKey({ record, name }: KeyHandle): Caller {
  return { kind: "data-key", keyId: record.id, name };
}

function refusedAccount(thrown: unknown): undefined {
  if (!(thrown instanceof AccountRefused)) throw thrown;
}
