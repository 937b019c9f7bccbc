import type { ServiceError } from "#shared/contract/errors.ts";
import { mcpRefusal } from "#shared/contract/values/mcp-refusal.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import { refuse as refuseRelay } from "#shared/proxy/refusal.ts";
import type { Answer } from "./answers/answer.ts";
import { asServiceError, errorAnswer, errorText } from "./answers/envelope.ts";
import { errorPage } from "./answers/page.ts";
import { noteRefusedCredential } from "./credentials/refused-credential.ts";
import type { Exchange } from "./exchange.ts";
import { headerIn } from "./headers.ts";
import type { StepRequest } from "./in-order.ts";
import { breakOff } from "./send-answer.ts";

/** Turns errors into responses. The only place that does so. */
export function refuse() {
  return {
    after: ({ event }: Pick<StepRequest, "event">) => {
      // Also without an error: FileMaker Server may have refused a credential.
      if (event.isRelay) noteRefusedCredential(event);
    },
    onError: (request: StepRequest) => {
      const { event: exchange } = request;
      const failure = asServiceError(request.error);
      exchange.failure = failure;
      exchange.outcome.error = failure.error;
      request.response = exchange.isRelay ? refusedRelay(exchange) : refused(exchange);
      noteRefusedCredential(exchange);
    },
  };
}

/** Sends a relay's error immediately in the format of the called API. Returns null: there is nothing more to send. */
function refusedRelay({ call, outcome, requestId, failure, allowed }: Exchange): null {
  const { answer, target } = call;
  if (failure === undefined) return null;
  outcome.detail = failure.detail ?? (failure.cause === undefined ? undefined : reasonOf(failure.cause));
  if (answer.destroyed || answer.writableEnded) return null;
  outcome.status = failure.proxyStatus;
  outcome.sentBytes = refuseRelay(answer, failure, { requestId, target, limits: outcome.client.limits, allowed });
  return null;
}

function refused(exchange: Exchange): Answer | null {
  const { failure, route, browser, allowed, outcome } = exchange;
  if (failure === undefined) return null;
  if (failure.error === "unauthenticated" && browser.session !== undefined) browser.forget();
  if (outcome.status !== 0) {
    // The operation already sent a head.
    breakOff(exchange, failure.cause ?? failure);
    return null;
  }
  const answer = refusalAs(exchange, failure);
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...route?.operation.headers,
      ...(failure.error === "method_not_allowed" && allowed.length > 0 && { Allow: allowed.join(", ") }),
      // For a range request: the size of the file (RFC 9110, 15.5.17).
      ...(failure.status === 416 && { "Content-Range": `bytes */${failure.response.sizeBytes}` }),
    },
  };
}

/** Returns an error in the protocol of AI clients, as a page for people, plain text for downloads, and our envelope otherwise. */
function refusalAs({ call, route, notes }: Exchange, failure: ServiceError): Answer {
  const { answers, takes } = route?.operation ?? {};
  if (answers === "mcp") return refusalOfMcp(failure);
  if (answers === "page") return errorPage(failure);
  const isDownload = answers === "bytes" && takes === undefined;
  return isDownload && !asksForJson(headerIn(call.headers, "accept"))
    ? errorText(failure)
    : errorAnswer(failure, notes);
}

function refusalOfMcp(failure: ServiceError): Answer {
  const { status, headers } = errorAnswer(failure);
  const { headers: own, body } = mcpRefusal(failure);
  return { status, headers: { ...headers, ...own }, body };
}

function asksForJson(accept = ""): boolean {
  return /\bapplication\/(?:[\w.+-]+\+)?json\b/i.test(accept);
}
