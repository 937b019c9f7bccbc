import { ServiceError } from "../contract/errors.ts";
import { basic } from "../filemaker/authorization.ts";
import { answerOf, asUpstreamError, codes } from "../filemaker/fault.ts";
import type { Pool, SessionPool } from "../filemaker/session-pool.ts";
import type { KeyHandle, Keyring } from "../keys/keyring.ts";
import type { Outbound } from "../ports/outbound.ts";
import { addressRules } from "./addresses.ts";
import { type Credential, credentialOf } from "./credential.ts";
import { type DataApiPath, dataApiPath, type NamedDatabase } from "./data-api-path.ts";
import { databasesAnswer } from "./databases-answer.ts";
import type { FileSpellings } from "./file-spellings.ts";
import { externalSources, loginBody } from "./login-body.ts";
import type { NativeSession, NativeSessions } from "./native-sessions.ts";
import { apiKeysIn, checkedTarget, withoutApiKey } from "./path-rules.ts";
import type { ProxyCall, ProxyOutcome } from "./proxy-call.ts";
import { answerJson } from "./refusal.ts";
import { RelayedCall, type RelayPlan } from "./relayed-call.ts";
import { noBody, requestBody } from "./request-body.ts";
import { type RequestHeaders, requestHeaders } from "./request-headers.ts";

/** How long a proxied call may take. Milliseconds. */
export interface ProxyTimeouts {
  /** To the answer's head: scripts may run for minutes. */
  readonly headersMs: number;
  /** Without a byte of the answer's body (R3.5). */
  readonly bodyMs: number;
}

export interface ProxyDependencies {
  readonly outbound: Outbound;
  readonly keyring: Keyring;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  readonly fileSpellings: FileSpellings;
  /** Where FileMaker Server's own addresses point: scheme and host of its public name. */
  readonly publicOrigin: string;
  /** Where callers reach us. */
  readonly baseUrl: () => string;
  /** Lower-case beginnings of header names that are ours: `x-svc-`. */
  readonly ownHeaderPrefixes: readonly string[];
  readonly timeouts: ProxyTimeouts;
}

/** The proxies. Each call ends with its answer sent, or throws a ServiceError with nothing sent. */
export interface Proxies {
  dataApi(call: ProxyCall, outcome: ProxyOutcome): Promise<void>;
  streaming(call: ProxyCall, outcome: ProxyOutcome): Promise<void>;
}

/** Who calls: a key, sent as it is or through the token of a login. */
interface Identity {
  readonly handle: KeyHandle;
  readonly native: NativeSession | undefined;
}

/** A call after everything about its own form has been checked. */
interface CheckedCall {
  readonly call: ProxyCall;
  readonly outcome: ProxyOutcome;
  readonly headers: RequestHeaders;
  readonly credential: Credential;
  /** Without the key. */
  readonly query: string;
}

export function proxyService(dependencies: ProxyDependencies): Proxies {
  const { outbound, keyring, sessions, nativeSessions, fileSpellings, timeouts } = dependencies;
  const rules = addressRules(dependencies.publicOrigin, dependencies.baseUrl);
  const upstreamHost = new URL(dependencies.publicOrigin).host;

  const identify = async (credential: Credential): Promise<Identity> => {
    if (credential.kind === "key") {
      const handle = keyring.fresh(credential.value) ?? (await keyring.find(credential.value));
      if (handle !== undefined) return { handle, native: undefined };
    }
    if (credential.kind !== "token") throw new ServiceError("key_unknown");
    const native = await nativeSessions.find(credential.value);
    const handle = native && (await keyring.findId(native.keyId));
    if (handle === undefined) throw new ServiceError("session_unknown");
    return { handle, native };
  };

  /** The pool of sessions that serves this key in this file. @throws ServiceError key_file_not_allowed */
  const poolOf = async ({ handle, native }: Identity, { full, folded }: NamedDatabase): Promise<Pool> => {
    const { record, files, account } = handle;
    if (!record.isDataApi) throw new ServiceError("key_file_not_allowed");
    const listed = files.get(folded);
    if (listed === undefined && !record.allowAnyDatabase) throw new ServiceError("key_file_not_allowed");
    const database = listed ?? (await fileSpellings.spelling(handle, full));
    if (native !== undefined && native.database !== database) throw new ServiceError("session_unknown");
    return sessions.pool({ credentialId: record.credentialId, database, folded }, account);
  };

  const planOf = async ({ call, outcome, headers }: CheckedCall, path: string): Promise<RelayPlan> => {
    const { forwarded, contentLength, chunked } = headers;
    const bodiless = !chunked && (contentLength === undefined || contentLength === 0);
    forwarded.push("Host", upstreamHost, "Accept-Encoding", "identity");
    if (!call.fromTrustedProxy) forwarded.push("X-Forwarded-For", call.address, "X-Forwarded-Proto", rules.ownScheme());
    return {
      outbound,
      outcome,
      path,
      method: call.method,
      headers: forwarded,
      body: bodiless ? noBody : await requestBody(call.body, contentLength),
      answer: call.answer,
      headersTimeoutMs: timeouts.headersMs,
      bodyTimeoutMs: timeouts.bodyMs,
      cookies: rules.cookies(call.prefix),
      rewriter: () => rules.rewriter(call.prefix),
      location: (address) => rules.location(address, call.prefix),
    };
  };

  /**
   * Sends a call until it is answered: once more after a dead token (R5.4), and once more after a connection that broke where
   * sending again is safe (GET and HEAD, or nothing was sent). Never twice for the same reason.
   */
  const relayInSession = async (
    checked: CheckedCall,
    identity: Identity,
    pool: Pool,
    rest: string,
    version: string,
    own: boolean,
  ) => {
    const path = `/fmi/data/${version}/databases/${encodeURIComponent(pool.id.database)}${rest}${checked.query}`;
    const plan = await planOf(checked, path);
    const { native } = identity;
    const headers = [...plan.headers, "Authorization", ""];
    const attempt = { ...plan, headers };
    let renewed = false;
    let resent = false;
    for (;;) {
      const privateToken = own && native ? await nativeSessions.ownSession(native, pool) : native?.privateToken;
      const use = privateToken === undefined ? (sessions.take(pool) ?? (await sessions.acquire(pool))) : undefined;
      headers[headers.length - 1] = `Bearer ${privateToken ?? use?.session.token}`;
      const ending = await RelayedCall.run(attempt, true);
      if (use !== undefined) sessions.release(pool, use);
      if (ending.kind === "answered") return;
      // A call that hangs holds its session up; whoever comes next gets another (U3).
      if (use !== undefined && (ending.kind === "tokenDead" || ending.reason === "timeout"))
        sessions.discard(pool, use.session);
      if (ending.kind === "tokenDead") {
        if (native !== undefined && use === undefined) {
          await nativeSessions.drop(native);
          throw new ServiceError("session_unknown");
        }
        if (renewed || !plan.body.replayable) throw new ServiceError("token_refresh_failed", { retryAfterSeconds: 1 });
        renewed = true;
      } else {
        if (resent || !mayBeSentAgain(plan, ending)) throw ending.error;
        resent = true;
      }
    }
  };

  const relayPlain = async (checked: CheckedCall, path: string): Promise<void> => {
    const plan = await planOf(checked, path);
    let ending = await RelayedCall.run(plan, false);
    if (ending.kind === "failed" && mayBeSentAgain(plan, ending)) ending = await RelayedCall.run(plan, false);
    if (ending.kind === "failed") throw ending.error;
  };

  const login = async (checked: CheckedCall, { database }: DataApiPath & { kind: "login" }): Promise<void> => {
    const { call, outcome, credential } = checked;
    // A token is no proof for another login.
    const identity = await identify(credential.kind === "token" ? { kind: "none" } : credential);
    outcome.keyId = identity.handle.record.id;
    const pool = await poolOf(identity, database);
    const body = await loginBody(call.body);
    // External data sources are opened by the login itself, so such a login cannot share a session.
    const privateToken = externalSources(body) ? await sessions.open(pool, body) : undefined;
    if (privateToken === undefined) sessions.release(pool, await sessions.acquire(pool));
    const token = await nativeSessions.login(identity.handle.record.id, pool.id.database, privateToken);
    keyring.used(identity.handle);
    outcome.status = 200;
    outcome.sentBytes = answerJson(call.answer, { token }, ["X-FM-Data-Access-Token", token]);
  };

  const logout = async ({ call, outcome }: CheckedCall, token: string): Promise<void> => {
    if (!(await nativeSessions.logout(token))) throw new ServiceError("session_unknown");
    outcome.status = 200;
    outcome.sentBytes = answerJson(call.answer, {});
  };

  const validateSession = async ({ call, outcome, credential }: CheckedCall): Promise<void> => {
    const { handle, native } = await identify(credential);
    outcome.keyId = handle.record.id;
    outcome.status = 200;
    outcome.sentBytes = answerJson(call.answer, { isSessionInUse: (native?.calls ?? 0) > 0 });
  };

  /** The one answer that is parsed: which files a key opens is for its holder to know, other files are not. */
  const databases = async ({ call, outcome, credential, query }: CheckedCall, path: string): Promise<void> => {
    const { handle } = await identify(credential);
    outcome.keyId = handle.record.id;
    if (!handle.record.isDataApi) throw new ServiceError("key_file_not_allowed");
    const { user, pass } = await handle.account();
    const request = {
      method: "GET",
      path: path + query,
      headers: { Authorization: basic(user, pass), Host: upstreamHost },
    };
    const answer = await outbound.request({ ...request, timeoutMs: timeouts.bodyMs }).catch((thrown) => {
      throw asUpstreamError(thrown);
    });
    if (answerOf(answer).code === codes.accountRefused) throw new ServiceError("stored_credentials_refused");
    const body = answer.status === 200 ? databasesAnswer(answer.body, handle) : answer.body;
    keyring.used(handle);
    outcome.status = answer.status;
    outcome.sentBytes = body.length;
    const contentType = answer.headers["content-type"] ?? "application/octet-stream";
    call.answer.writeHead(answer.status, [
      "Content-Type",
      contentType,
      "Content-Length",
      String(body.length),
      "Cache-Control",
      "no-store",
    ]);
    call.answer.end(call.method === "HEAD" ? undefined : body);
  };

  const inFile = async (checked: CheckedCall, wanted: DataApiPath & { kind: "file" | "globals" }): Promise<void> => {
    const identity = await identify(checked.credential);
    const { handle, native } = identity;
    checked.outcome.keyId = handle.record.id;
    const pool = await poolOf(identity, wanted.database);
    const setsGlobals = wanted.kind === "globals";
    if (setsGlobals && native === undefined) throw new ServiceError("session_required");
    if (native !== undefined) native.calls += 1;
    try {
      await relayInSession(checked, identity, pool, wanted.rest, wanted.version, setsGlobals);
    } finally {
      if (native !== undefined) native.calls -= 1;
      keyring.used(handle);
    }
  };

  const checkedCall = (call: ProxyCall, outcome: ProxyOutcome, query: string): CheckedCall => {
    const headers = requestHeaders(call.headers, dependencies.ownHeaderPrefixes, call.fromTrustedProxy);
    const credential = credentialOf(headers.authorization, query);
    const hasKey = query !== "" && apiKeysIn(query).length > 0;
    return { call, outcome, headers, credential, query: hasKey ? withoutApiKey(query) : query };
  };

  return {
    async dataApi(call, outcome) {
      const { path, query } = checkedTarget(call.target);
      const checked = checkedCall(call, outcome, query);
      const wanted = dataApiPath(path, call.method);
      if (wanted.kind === "file" || wanted.kind === "globals") return inFile(checked, wanted);
      if (wanted.kind === "login") return login(checked, wanted);
      if (wanted.kind === "logout") return logout(checked, wanted.token);
      if (call.method !== "GET" && call.method !== "HEAD") throw new ServiceError("method_not_allowed");
      if (wanted.kind === "validateSession") return validateSession(checked);
      if (wanted.kind === "databases") return databases(checked, wanted.path);
      return relayPlain(checked, wanted.path + checked.query);
    },

    async streaming(call, outcome) {
      if (call.method !== "GET" && call.method !== "HEAD") throw new ServiceError("method_not_allowed");
      const { path, query } = checkedTarget(call.target);
      await relayPlain(checkedCall(call, outcome, query), rules.streamingPath(path) + query);
    },
  };
}

function mayBeSentAgain(
  { method, body }: RelayPlan,
  ending: { readonly reason: string; readonly unsent: boolean },
): boolean {
  if (!body.replayable || ending.reason === "timeout" || ending.reason === "aborted") return false;
  return ending.unsent || method === "GET" || method === "HEAD";
}
