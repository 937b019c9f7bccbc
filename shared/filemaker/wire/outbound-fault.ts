import { OutboundError } from "#shared/ports/outbound.ts";
import { errors } from "./undici.ts";

/** Progress of a call when it failed. */
export interface CallState {
  readonly started: boolean;
  readonly headed: boolean;
  /** True if the request's body or the response's handler failed, not the connection. */
  readonly ours: boolean;
}

/** Converts an undici error for callers. */
export function outboundFault(error: Error, state: CallState): OutboundError {
  return new OutboundError(reasonOf(error, state), !state.started, { cause: error });
}

function reasonOf(error: Error, { started, headed, ours }: CallState): OutboundError["reason"] {
  const code = "code" in error ? error.code : undefined;
  if (ours || gaveUp.has(code)) return "aborted";
  if (timeouts.has(code)) return "timeout";
  if (unsendable.has(code)) return "invalid";
  if (!started) return "refused";
  // After a valid head the same errors mean a broken body; before it, an invalid response.
  return !headed && (error instanceof errors.HTTPParserError || noHead.has(code)) ? "invalid" : "broken";
}

/** Body that ended early, or had another length than declared. */
const gaveUp = new Set<unknown>(["UND_ERR_ABORTED", "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH"]);

const timeouts = new Set<unknown>([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);

const unsendable = new Set<unknown>(["UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"]);

const noHead = new Set<unknown>(["UND_ERR_HEADERS_OVERFLOW", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"]);
