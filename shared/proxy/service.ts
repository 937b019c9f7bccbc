import { ServiceError } from "#shared/contract/errors.ts";
import type { ProxyOutcome } from "#shared/contract/proxy-outcome.ts";
import type { AccountStatusRecorder } from "#shared/filemaker/sessions/account-status-recorder.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import type { Uploads } from "#shared/files/api.ts";
import type { Admission, KeyCache } from "#shared/keys/api.ts";
import type { Stopwatch } from "#shared/ports/clock.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { LoginLimiter } from "#shared/sessions/api.ts";
import { addressRules } from "./addresses/address-rules.ts";
import { type CheckedCall, checkedCall } from "./checked-call.ts";
import { dataApiCalls } from "./data-api/calls.ts";
import { containerData } from "./data-api/container-data.ts";
import { databases } from "./data-api/databases.ts";
import { fileLists } from "./data-api/file-lists.ts";
import { identities } from "./data-api/identities.ts";
import { logins } from "./data-api/logins.ts";
import { dataApiPath } from "./data-api/path.ts";
import type { SourceAccounts } from "./data-api/source-accounts.ts";
import type { NativeSessions } from "./native-sessions/native-sessions.ts";
import { odataCalls } from "./odata/calls.ts";
import { odataFreeNames, odataPath } from "./odata/path.ts";
import { checkedTarget } from "./path-rules.ts";
import { ProxiedExchange } from "./relay/proxied-exchange.ts";
import { bodyOf, canResend, type ProxyTimeouts, relayPlans } from "./relay/relay-plans.ts";
import { uploadCalls } from "./uploads/upload-calls.ts";

export interface ProxyDependencies {
  readonly outbound: Outbound;
  readonly keyCache: KeyCache;
  readonly admission: Admission;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  readonly accountStatus: AccountStatusRecorder;
  readonly loginLimiter: LoginLimiter;
  readonly checkSources: SourceAccounts;
  readonly vault: Pick<Vault, "fingerprints">;
  readonly clock: Stopwatch;
  readonly ids: Ids;
  /** Origin of the URLs that FileMaker Server returns: scheme and host of its public name. */
  readonly publicOrigin: string;
  /** Returns our base URL, as callers see it. */
  readonly baseUrl: () => string;
  /** Path prefixes of the service. */
  readonly prefixes: readonly string[];
  /** Prefixes of our header names in lower case, such as `x-svc-`. */
  readonly ownHeaderPrefixes: readonly string[];
  readonly timeouts: ProxyTimeouts;
  readonly uploads: Uploads;
  /** Maximum size of a call's body in bytes. Infinite if bodies stream. */
  readonly largestBodyBytes: number;
}

/** The proxies. Each call either sends its response, or throws a ServiceError with nothing sent. */
export interface Proxies {
  dataApi(call: HttpCall, outcome: ProxyOutcome): Promise<void>;
  odata(call: HttpCall, outcome: ProxyOutcome): Promise<void>;
  streaming(call: HttpCall, outcome: ProxyOutcome): Promise<void>;
}

export function proxyService(dependencies: ProxyDependencies): Proxies {
  const { outbound, clock, timeouts, baseUrl, ownHeaderPrefixes } = dependencies;
  // FileMaker Server writes its URLs like the Host header: in lower case and without the default port.
  const { origin, host } = new URL(dependencies.publicOrigin);
  const rules = addressRules(origin, baseUrl);
  const planOf = relayPlans({ outbound, rules, host, timeouts, clock });
  const lists = fileLists({ outbound, clock, host, timeoutMs: timeouts.bodyMs });
  const callDependencies = {
    ...dependencies,
    host,
    rules,
    planOf,
    fileLists: lists,
    withUpload: uploadCalls(dependencies),
  };
  const callers = identities(callDependencies);
  const inFile = dataApiCalls({ ...callDependencies, identities: callers });
  const { login, logout, validateSession } = logins({ ...callDependencies, identities: callers });
  const listDatabases = databases({ ...callDependencies, identities: callers });
  const container = containerData({ ...callDependencies, identities: callers });
  const inOData = odataCalls(callDependencies);

  /** @throws ServiceError upload_needed */
  const refuseTooLarge = ({ headers }: CheckedCall): void => {
    if ((headers.contentLength ?? 0) > dependencies.largestBodyBytes) throw new ServiceError("upload_needed");
  };

  /** Relays a call that needs no session. */
  const relayPlain = async (checked: CheckedCall, path: string): Promise<void> => {
    const plan = planOf(checked, path, await bodyOf(checked));
    let ending = await ProxiedExchange.run(plan, false);
    if (ending.kind === "failed" && canResend(plan, ending)) ending = await ProxiedExchange.run(plan, false);
    if (ending.kind === "failed") throw ending.error;
  };

  return {
    dataApi(call, outcome) {
      const { path, query } = checkedTarget(call.target);
      const checked = checkedCall(call, outcome, query, ownHeaderPrefixes);
      refuseTooLarge(checked);
      const wanted = dataApiPath(path, call.method);
      if (wanted.kind === "file" || wanted.kind === "globals") return inFile(checked, wanted);
      if (checked.headers.upload !== undefined) throw new ServiceError("upload_not_taken");
      if (wanted.kind === "login") return login(checked, wanted);
      if (wanted.kind === "logout") return logout(checked, wanted);
      if (!onlyReads(call)) throw new ServiceError("method_not_allowed");
      if (wanted.kind === "validateSession") return validateSession(checked, wanted);
      if (wanted.kind === "databases") return listDatabases(checked, wanted);
      return relayPlain(checked, wanted.path + checked.query);
    },

    async odata(call, outcome) {
      const { path, query } = checkedTarget(call.target, odataFreeNames);
      const checked = checkedCall(call, outcome, query, ownHeaderPrefixes);
      refuseTooLarge(checked);
      return inOData(checked, odataPath(path));
    },

    async streaming(call, outcome) {
      const { path, query } = checkedTarget(call.target);
      const checked = checkedCall(call, outcome, query, ownHeaderPrefixes);
      return container(checked, rules.streamingPath(path) + checked.query);
    },
  };
}

function onlyReads({ method }: HttpCall): boolean {
  return method === "GET" || method === "HEAD";
}
