import type { CallKind } from "#shared/filemaker/sessions/pooled-session.ts";
import type { Stopwatch } from "#shared/ports/clock.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import type { AddressRules } from "../addresses/address-rules.ts";
import type { CheckedCall } from "../checked-call.ts";
import type { RelayPlan } from "./proxied-exchange.ts";
import { noBody, type RequestBody, requestBody } from "./request-body.ts";
import { retryBudget } from "./retry-budget.ts";

/** How long a proxied call may take. Milliseconds. */
export interface ProxyTimeouts {
  /** To the answer's head: scripts may run for minutes. */
  readonly headersMs: number;
  /** Without a byte of the answer's body (R3.5). */
  readonly bodyMs: number;
}

/** Plans how a checked call is relayed to a path of the server. */
export type RelayPlans = (checked: CheckedCall, path: string, body: RequestBody) => RelayPlan;

interface RelayPlansDependencies {
  readonly outbound: Outbound;
  readonly rules: AddressRules;
  /** FileMaker Server's public name. Its answers spell their addresses with it. */
  readonly host: string;
  readonly timeouts: ProxyTimeouts;
  readonly clock: Pick<Stopwatch, "now" | "monotonic">;
}

export function relayPlans({ outbound, rules, host, timeouts, clock }: RelayPlansDependencies): RelayPlans {
  const retries = retryBudget(clock);
  return ({ call, outcome, headers: { forwarded, acceptEncoding }, keyInAddress }, path, body) => {
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
      noStore: keyInAddress,
      takeRetry: retries.take,
    };
  };
}

/** The call's body, as far as it can be kept for sending it again. Without a promise where there is none. */
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

/** Whether a call that failed goes out again: nothing was sent, or it only reads, and not too many have gone out again lately. */
export function mayBeSentAgain(
  { method, body, takeRetry }: RelayPlan,
  ending: { readonly reason: string; readonly unsent: boolean },
): boolean {
  if (!body.replayable || final.has(ending.reason)) return false;
  return (ending.unsent || method === "GET" || method === "HEAD") && takeRetry();
}

const scriptInPath = /\/script\/|[?&]script(?:\.prerequest|\.presort)?=/i;

/** Whether a call runs a script, which may take long. Of a large body that is not known: it brings a file. */
export function callKind({ path, body: { content } }: RelayPlan): CallKind {
  if (scriptInPath.test(path)) return "script";
  return Buffer.isBuffer(content) && content.includes('"script') ? "script" : "short";
}

/** Sets the credential of a plan's next attempt. The caller's own was left behind with the other headers of the caller's connection. */
export function authorize({ headers }: RelayPlan, authorization: string): void {
  if (headers.at(-2) === "Authorization") headers[headers.length - 1] = authorization;
  else headers.push("Authorization", authorization);
}
