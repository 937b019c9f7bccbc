import { ServiceError } from "#shared/contract/errors.ts";
import type { ProxyOutcome } from "#shared/contract/proxy-outcome.ts";
import { requireRole } from "#shared/contract/require-role.ts";
import type { LoginThrottle } from "#shared/filemaker/sessions/login-throttle.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import type { AdminKeyCache, Admission } from "#shared/keys/api.ts";
import type { Stopwatch } from "#shared/ports/clock.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import type { LoginLimiter } from "#shared/sessions/api.ts";
import { addressRules } from "../addresses/address-rules.ts";
import type { CheckedCall } from "../checked-call.ts";
import type { NativeSessions } from "../native-sessions/native-sessions.ts";
import { checkedTarget } from "../path-rules.ts";
import { pooledRelay, type Repeatable } from "../relay/pooled-relay.ts";
import { ProxiedExchange, type RelayPlan } from "../relay/proxied-exchange.ts";
import { authorize, bodyOf, canResend, type ProxyTimeouts, relayPlans } from "../relay/relay-plans.ts";
import { requestHeaders } from "../relay/request-headers.ts";
import { adminCallers } from "./callers.ts";
import { type AdminCallCredential, adminCallCredential, isLoginToken } from "./credential.ts";
import { adminLogins } from "./logins.ts";
import { type AdminPath, adminPath, noFreeNames } from "./path.ts";
import { roleForAdminApi } from "./role.ts";

/** Time limit for each of two attempts of a read. Milliseconds. */
const readMs = 30_000;

export interface AdminProxyDependencies {
  readonly outbound: Outbound;
  readonly keyCache: AdminKeyCache;
  readonly admission: Admission;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  readonly loginLimiter: LoginLimiter;
  readonly throttled: LoginThrottle;
  readonly accepts: Parameters<typeof adminCallers>[0]["accepts"];
  readonly sessionAccount: Parameters<typeof adminCallers>[0]["sessionAccount"];
  readonly credentialId: Parameters<typeof adminCallers>[0]["credentialId"];
  /** Returns our base URL, as callers see it. */
  readonly baseUrl: () => string;
  /** Prefixes of our header names in lower case, such as `x-svc-`. */
  readonly ownHeaderPrefixes: readonly string[];
  readonly timeouts: ProxyTimeouts;
  readonly clock: Pick<Stopwatch, "now" | "monotonic">;
  /** Maximum size of a call's body in bytes. Infinite if bodies stream. */
  readonly largestBodyBytes: number;
}

/** Proxy of the Admin API. A call either sends its response, or throws a ServiceError with nothing sent. */
export type AdminProxy = (call: HttpCall, outcome: ProxyOutcome) => Promise<void>;

export function adminProxyService(dependencies: AdminProxyDependencies): AdminProxy {
  const {
    outbound,
    keyCache,
    admission,
    sessions,
    nativeSessions,
    timeouts,
    clock,
    ownHeaderPrefixes,
    largestBodyBytes,
  } = dependencies;
  // The Admin API can have another host or port than the rest of the server. It is called by its own name.
  const { origin, host } = new URL(outbound.origin);
  const planOf = relayPlans({ outbound, rules: addressRules(origin, dependencies.baseUrl), host, timeouts, clock });
  const callers = adminCallers(dependencies);
  const logins = adminLogins({ ...dependencies, callers });
  const inPool = pooledRelay(sessions);

  const planned = async (checked: CheckedCall, wanted: AdminPath): Promise<Planned> => {
    const plan = planOf(checked, wanted.path + checked.query, await bodyOf(checked));
    if (wanted.kind !== "read") return { plan, isRepeatable: canResend };
    return { plan: { ...plan, headersTimeoutMs: Math.min(readMs, timeouts.headersMs) }, isRepeatable: evenIfLate };
  };

  /** Relays a call with its credential unchanged. */
  const relayUnchanged = async ({ plan, isRepeatable }: Planned, authorization: string | undefined): Promise<void> => {
    if (authorization !== undefined) authorize(plan, authorization);
    let ending = await ProxiedExchange.run(plan, false);
    if (ending.kind === "failed" && isRepeatable(plan, ending)) ending = await ProxiedExchange.run(plan, false);
    if (ending.kind === "failed") throw ending.error;
  };

  const asCaller = async (checked: CheckedCall, wanted: AdminPath, credential: AdminCallCredential): Promise<void> => {
    if (credential.kind === "token") return relayUnchanged(await planned(checked, wanted), credential.authorization);
    const { outcome } = checked;
    const { pool, handle, native, role } = await callers.identify(credential, outcome.client);
    if (role !== undefined) requireRole(role, roleForAdminApi(wanted));
    if (handle !== undefined) {
      outcome.key = handle.name;
      admission.check(handle, outcome.client);
      keyCache.used(handle);
    }
    if (native !== undefined) nativeSessions.beginCall(native);
    try {
      const { plan, isRepeatable } = await planned(checked, wanted);
      await inPool(plan, pool, isRepeatable);
    } finally {
      if (native !== undefined) nativeSessions.endCall(native);
    }
  };

  return async (call, outcome) => {
    const { path, query } = checkedTarget(call.target, noFreeNames);
    const wanted = adminPath(path, call.method);
    const headers = requestHeaders(call.headers, ownHeaderPrefixes, call.fromTrustedProxy);
    const credential = adminCallCredential(headers.authorization, query);
    const checked = {
      call,
      outcome,
      headers,
      query,
      credential: { kind: "none", sent: "other" },
      keyInAddress: false,
      keyInQuery: false,
    } as const;
    if ((headers.contentLength ?? 0) > largestBodyBytes) throw new ServiceError("body_too_large");
    if (wanted.kind === "login") return logins.login(checked, credential, wanted.path);
    if (wanted.kind !== "logout") return asCaller(checked, wanted, credential);
    if (isLoginToken(wanted.token)) return logins.logout(checked, wanted.token);
    // FileMaker Server only checks the token in the path.
    return relayUnchanged(
      await planned(checked, wanted),
      credential.kind === "token" ? credential.authorization : undefined,
    );
  };
}

/** Plan for relaying a call, and the rule for repeating it. */
interface Planned {
  readonly plan: RelayPlan;
  readonly isRepeatable: Repeatable;
}

/** Repeats reads even after a timeout. A change that timed out is never repeated: it may have happened. */
const evenIfLate: Repeatable = (plan, ending) =>
  canResend(plan, ending) || (ending.reason === "timeout" && plan.body.replayable && plan.takeRetry());
