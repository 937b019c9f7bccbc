import { ServiceError } from "../../shared/contract/errors.ts";
import { pathWithoutKeys } from "../../shared/contract/key-value.ts";
import { reasonOf } from "../../shared/ports/background.ts";
import type { ProxyCall, ProxyOutcome } from "../../shared/proxy/proxy-call.ts";
import { refuse } from "../../shared/proxy/refusal.ts";
import { provided } from "../wiring/foundation.ts";
import { asServiceError } from "./envelope.ts";
import { noteProxyRefusal } from "./refused-credential.ts";

/** What a streaming function is: a call in, its answer written while it comes. Resolves when the answer is through. */
export type StreamHandler = (call: ProxyCall) => Promise<void>;

type Relay = (call: ProxyCall, outcome: ProxyOutcome) => Promise<void>;

/** The handler of a proxy, by the first word behind `/fmi/`. Same duties as `serve`, without a step that a stream does not need. */
export function stream(relays: () => Readonly<Record<string, Relay>>): StreamHandler {
  return async (call) => {
    const { clock } = provided();
    const startedAt = clock.now();
    const outcome = outcomeOf(call);
    try {
      const relay = relays()[firstWord(call.target)];
      if (relay === undefined) throw new ServiceError("route_not_found");
      await relay(call, outcome);
    } catch (thrown) {
      fail(call, outcome, asServiceError(thrown));
    }
    noteProxyRefusal(call, outcome);
    observe(call, outcome, startedAt, clock.now());
  };
}

function outcomeOf({ address }: ProxyCall): ProxyOutcome {
  const visitor = { address, limits: undefined };
  return {
    visitor,
    status: 0,
    sentBytes: 0,
    keyId: undefined,
    error: undefined,
    isCredentialRefused: false,
    detail: undefined,
  };
}

function firstWord(target: string): string {
  const end = target.indexOf("/", 5);
  return target.slice(5, end < 0 ? undefined : end);
}

function fail(call: ProxyCall, outcome: ProxyOutcome, failure: ServiceError): void {
  const { answer, requestId } = call;
  outcome.error = failure.error;
  outcome.detail = failure.detail ?? (failure.cause === undefined ? undefined : reasonOf(failure.cause));
  if (answer.destroyed || answer.writableEnded) return;
  outcome.status = failure.status;
  outcome.sentBytes = refuse(answer, failure, { requestId, target: call.target, limits: outcome.visitor.limits });
}

/** The call's one line (G1). */
function observe(call: ProxyCall, outcome: ProxyOutcome, startedAt: number, now: number): void {
  const { log } = provided();
  const mark = call.target.indexOf("?");
  const path = mark < 0 ? call.target : call.target.slice(0, mark);
  const line = {
    requestId: call.requestId,
    address: call.address,
    method: call.method,
    path: maskedPath(path),
    key: outcome.keyId,
    status: outcome.status,
    bytes: outcome.sentBytes,
    durationMs: now - startedAt,
    error: outcome.error,
  };
  log.info(line);
  log.debug(() => ({
    ...line,
    headers: call.headers.filter((_, place) => place % 2 === 0).join(" "),
    parameters: pathWithoutKeys([...new URLSearchParams(mark < 0 ? "" : call.target.slice(mark)).keys()].join(" ")),
  }));
  if (outcome.status >= 500 && outcome.error !== undefined) log.error({ ...line, detail: outcome.detail });
}

/** A path as logs may hold it. Session tokens and addresses of containers are as good as passwords while they live. */
export function maskedPath(path: string): string {
  const readable = /k_|%/.test(path) ? pathWithoutKeys(path) : path;
  return mayHoldToken.test(readable) ? readable.replace(token, "…") : readable;
}

/** The words behind which tokens stand, or an encoding that may hide one of them. */
const mayHoldToken = /%|\/sessions\/|\/auth\/|\/streaming\//i;
/** FileMaker's tokens have 49 hexadecimal digits and more, its container addresses 64. What stands behind `sessions` and `auth` is taken for one in any case. */
const token = /(?<=\/(?:sessions|auth)\/)[^/]+|[0-9a-f]{40,}/gi;
