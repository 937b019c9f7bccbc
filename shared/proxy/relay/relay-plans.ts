import type { CallKind } from "#shared/filemaker/sessions/pooled-session.ts";
import type { Stopwatch } from "#shared/ports/clock.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import type { AddressRules } from "../addresses/address-rules.ts";
import type { CheckedCall } from "../checked-call.ts";
import type { RelayPlan } from "./proxied-exchange.ts";
import { noBody, type RequestBody, requestBody } from "./request-body.ts";
import { retryBudget } from "./retry-budget.ts";

/** Timeouts of a proxied call. Milliseconds. */
export interface ProxyTimeouts {
  /** Until the head of the response. Scripts can run for minutes. */
  readonly headersMs: number;
  /** Without a byte of the response's body. */
  readonly bodyMs: number;
}

/** Creates the plan for relaying a checked call to a path of the server. */
export type RelayPlans = (checked: CheckedCall, path: string, body: RequestBody) => RelayPlan;

interface RelayPlansDependencies {
  readonly outbound: Outbound;
  readonly rules: AddressRules;
  /** Public name of FileMaker Server. Its responses use it in their URLs. */
  readonly host: string;
  readonly timeouts: ProxyTimeouts;
  readonly clock: Pick<Stopwatch, "now" | "monotonic">;
}

export function relayPlans({ outbound, rules, host, timeouts, clock }: RelayPlansDependencies): RelayPlans {
  const retries = retryBudget(clock);
  return ({ call, outcome, headers: { forwarded, acceptEncoding }, keyInAddress, pageParameter }, path, body) => {
    retries.addCall();
    forwarded.push("Host", host, "Accept-Encoding", "identity");
    if (!call.fromTrustedProxy) forwarded.push("X-Forwarded-For", call.address, "X-Forwarded-Proto", rules.ownScheme());
    return {
      outbound,
      outcome,
      clock,
      path,
      method: call.method,
      headers: forwarded,
      body,
      answer: call.answer,
      acceptEncoding,
      headersTimeoutMs: timeouts.headersMs,
      bodyTimeoutMs: timeouts.bodyMs,
      rules,
      prefix: call.prefix,
      pageParameter,
      noStore: keyInAddress,
      takeRetry: retries.take,
    };
  };
}

/** Returns the call's body, buffered if it is small enough to be sent again. Without a body, no promise is made. */
export function bodyOf({
  call,
  outcome,
  headers: { contentLength, chunked },
}: CheckedCall): RequestBody | Promise<RequestBody> {
  outcome.receivedBytes = contentLength ?? 0;
  const bodiless = !chunked && (contentLength === undefined || contentLength === 0);
  return bodiless ? noBody : requestBody(call.body, contentLength, outcome);
}

const final = new Set(["timeout", "aborted", "halted"]);

/** True if a failed call can be repeated: nothing was sent, or it only reads, and there were few repeated calls recently. */
export function canResend(
  { method, body, takeRetry }: RelayPlan,
  ending: { readonly reason: string; readonly unsent: boolean },
): boolean {
  if (!body.replayable || final.has(ending.reason)) return false;
  return (ending.unsent || method === "GET" || method === "HEAD") && takeRetry();
}

const scriptInPath = /\/script\/|[?&]script(?:\.prerequest|\.presort)?=/i;

/** Returns "script" for a call that runs a script, which can take long. Large bodies aren't searched: they carry files. */
export function callKind({ path, body: { content } }: RelayPlan): CallKind {
  if (scriptInPath.test(path)) return "script";
  return Buffer.isBuffer(content) && content.includes('"script') ? "script" : "short";
}

/** Sets the credential for the next attempt. The caller's own was dropped with the other headers of its connection. */
export function authorize({ headers }: RelayPlan, authorization: string): void {
  if (headers.at(-2) === "Authorization") headers[headers.length - 1] = authorization;
  else headers.push("Authorization", authorization);
}
