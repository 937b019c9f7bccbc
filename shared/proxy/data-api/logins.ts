import { ServiceError } from "#shared/contract/errors.ts";
import { type Client, rateLimitHeaders } from "#shared/contract/rate-limit.ts";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import type { Admission, KeyCache } from "#shared/keys/api.ts";
import type { LoginLimiter } from "#shared/sessions/api.ts";
import { admittedCall, type CheckedCall } from "../checked-call.ts";
import type { NativeSessions } from "../native-sessions/native-sessions.ts";
import { relayInOwnSession } from "../native-sessions/own-session-relay.ts";
import { answerJson } from "../refusal.ts";
import { bodyOf, type RelayPlans } from "../relay/relay-plans.ts";
import type { Identities } from "./identities.ts";
import { loginBody, type SourceLogin, sourceLogin } from "./login-body.ts";
import type { DataApiPath } from "./path.ts";
import type { SourceAccounts } from "./source-accounts.ts";

/** Logs in and out through the proxy, for clients that require it. */
export interface Logins {
  login(checked: CheckedCall, wanted: DataApiPath & { kind: "login" }): Promise<void>;
  logout(checked: CheckedCall, wanted: DataApiPath & { kind: "logout" }): Promise<void>;
  validateSession(checked: CheckedCall, wanted: DataApiPath & { kind: "validateSession" }): Promise<void>;
}

interface LoginsDependencies {
  readonly keyCache: KeyCache;
  readonly admission: Admission;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  readonly identities: Identities;
  readonly loginLimiter: LoginLimiter;
  readonly checkSources: SourceAccounts;
  readonly planOf: RelayPlans;
}

export function logins(dependencies: LoginsDependencies): Logins {
  const { keyCache, admission, sessions, nativeSessions, identities, loginLimiter, checkSources, planOf } =
    dependencies;

  /** Opens a session with accounts of data sources that the caller names. Each login is a guess at all of them. */
  const withSources = async (pool: Pool, { body, sources, names }: SourceLogin, client: Client): Promise<string> => {
    let token = "";
    let refusal: ServiceError | undefined;
    await loginLimiter.attempt({ client, kind: "file account", names }, async () => {
      const outcome = await checkSources(sources);
      if (outcome !== "undecided") {
        refusal = new ServiceError("data_source_refused");
        return outcome;
      }
      try {
        token = await sessions.open(pool, body);
        return "undecided";
      } catch (thrown) {
        // Other errors say nothing about the accounts.
        if (!(thrown instanceof ServiceError) || thrown.error !== "data_source_refused") throw thrown;
        refusal = thrown;
        return "refused";
      }
    });
    if (refusal !== undefined) throw refusal;
    return token;
  };

  return {
    async login({ call, outcome, credential }, { database }) {
      // A token isn't proof for another login.
      const identity = await identities.identify(
        credential.kind === "token" ? { kind: "none", sent: "other" } : credential,
        outcome,
      );
      const { record } = identity.handle;
      // A login doesn't read or change data, so it is allowed and counted regardless of the key's methods.
      admission.check(identity.handle, outcome.client);
      await admission.count(identity.handle, outcome.client);
      const pool = await identities.poolOf(identity, database);
      outcome.file = pool.id.database;
      const sources = sourceLogin(await loginBody(call.body));
      // Try the key's account first, so that a wrong account is reported as such.
      sessions.release(pool, sessions.take(pool) ?? (await sessions.acquire(pool)));
      // External data sources belong to a session, so such a login can't share one.
      const privateToken = sources && (await withSources(pool, sources, outcome.client));
      const owner = { keyId: record.id, credentialId: record.credentialId, database: pool.id.database };
      const token = await nativeSessions.login(owner, privateToken);
      keyCache.used(identity.handle);
      outcome.status = 200;
      const limits = rateLimitHeaders(outcome.client.limits).flat();
      outcome.sentBytes = answerJson(call.answer, { token }, ["X-FM-Data-Access-Token", token, ...limits]);
    },

    async logout({ call, outcome }, { token, database }) {
      if (!(await nativeSessions.logout(token, database.folded))) throw new ServiceError("session_unknown");
      outcome.status = 200;
      outcome.sentBytes = answerJson(call.answer, {});
    },

    async validateSession(checked, { path }) {
      const { call, outcome, credential, query } = checked;
      const { handle, native } = await identities.identify(credential, outcome);
      await admission.admit(handle, admittedCall(checked));
      if (native?.privateToken === undefined) {
        outcome.status = 200;
        outcome.sentBytes = answerJson(call.answer, { isSessionInUse: (native?.calls ?? 0) > 0 });
        return;
      }
      // The server knows best whether a session is alive. The request also resets its idle time.
      const plan = planOf(checked, path + query, await bodyOf(checked));
      await relayInOwnSession(plan, native, native.privateToken, nativeSessions);
    },
  };
}
