import type { ProxyOutcome } from "#shared/contract/proxy-outcome.ts";
import type { AdmittedCall } from "#shared/keys/limits/admission.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import { type CallCredential, credentialOf } from "./call-credential.ts";
import { apiKeysIn, withoutApiKey } from "./path-rules.ts";
import { type RequestHeaders, requestHeaders } from "./relay/request-headers.ts";

/** A call after everything about its own form has been checked. */
export interface CheckedCall {
  readonly call: HttpCall;
  readonly outcome: ProxyOutcome;
  readonly headers: RequestHeaders;
  readonly credential: CallCredential;
  /** Without the key. */
  readonly query: string;
  /** Whether the caller wrote a key into the address, in the query or before the host's name, where histories keep it (K3). */
  readonly keyInAddress: boolean;
}

/** What the limits of its key look at. */
export function admittedCall({ call, outcome }: Pick<CheckedCall, "call" | "outcome">): AdmittedCall {
  return { method: call.method, headers: call.headers, client: outcome.client };
}

/** Sorts headers and finds the one credential. @throws ServiceError */
export function checkedCall(
  call: HttpCall,
  outcome: ProxyOutcome,
  query: string,
  ownHeaderPrefixes: readonly string[],
): CheckedCall {
  const headers = requestHeaders(call.headers, ownHeaderPrefixes, call.fromTrustedProxy);
  const credential = credentialOf(headers.authorization, query);
  const hasKey = query !== "" && apiKeysIn(query).length > 0;
  // Browsers and curl send what stands before the host's name as Basic.
  const keyInAddress = hasKey || (credential.kind === "key" && /^basic /i.test(headers.authorization ?? ""));
  return { call, outcome, headers, credential, query: hasKey ? withoutApiKey(query) : query, keyInAddress };
}
