import type { ProxyOutcome } from "#shared/contract/proxy-outcome.ts";
import type { AdmittedCall } from "#shared/keys/api.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import { type CallCredential, credentialOf } from "./call-credential.ts";
import { apiKeysIn, withoutApiKey } from "./path-rules.ts";
import { type RequestHeaders, requestHeaders } from "./relay/request-headers.ts";

/** Call whose own form has been checked. */
export interface CheckedCall {
  readonly call: HttpCall;
  readonly outcome: ProxyOutcome;
  readonly headers: RequestHeaders;
  readonly credential: CallCredential;
  /** Query without the key. */
  readonly query: string;
  /** True if the caller put a key into the URL, in the query or in front of the host, where histories keep it. */
  readonly keyInAddress: boolean;
  /** True if the key is in the query. Such a caller sends no header with links that it follows. */
  readonly keyInQuery: boolean;
  /** Query parameter for links to the next page, instead of the key in the URL. */
  readonly pageParameter?: string;
}

/** Returns the parts of a call that its key's limits apply to. */
export function admittedCall({ call, outcome }: Pick<CheckedCall, "call" | "outcome">): AdmittedCall {
  return { method: call.method, headers: call.headers, client: outcome.client };
}

/** Sorts the headers of a call and finds its one credential. @throws ServiceError */
export function checkedCall(
  call: HttpCall,
  outcome: ProxyOutcome,
  query: string,
  ownHeaderPrefixes: readonly string[],
): CheckedCall {
  const headers = requestHeaders(call.headers, ownHeaderPrefixes, call.fromTrustedProxy);
  const credential = credentialOf(headers.authorization, query);
  const hasKey = query !== "" && apiKeysIn(query).length > 0;
  // Browsers and curl send user information in front of the host as Basic.
  const keyInAddress = hasKey || (credential.kind === "key" && /^basic /i.test(headers.authorization ?? ""));
  return {
    call,
    outcome,
    headers,
    credential,
    query: hasKey ? withoutApiKey(query) : query,
    keyInAddress,
    keyInQuery: hasKey,
  };
}
