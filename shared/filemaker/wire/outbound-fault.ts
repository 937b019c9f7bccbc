import { OutboundError } from "#shared/ports/outbound.ts";
import { errors } from "./undici.ts";

/** How far a call had come when it failed. */
export interface CallState {
  readonly started: boolean;
  readonly headed: boolean;
  /** The request's body or the answer's handler was what failed, not the connection. */
  readonly ours: boolean;
}

/** What undici's error means to a caller. */
export function outboundFault(error: Error, state: CallState): OutboundError {
  return new OutboundError(reasonOf(error, state), !state.started, { cause: error });
}

function reasonOf(error: Error, { started, headed, ours }: CallState): OutboundError["reason"] {
  const code = "code" in error ? error.code : undefined;
  if (ours || gaveUp.has(code)) return "aborted";
  if (timeouts.has(code)) return "timeout";
  if (unsendable.has(code)) return "invalid";
  if (!started) return "refused";
  // Behind a good head the same errors are a broken body; before it, they are no answer at all.
  return !headed && (error instanceof errors.HTTPParserError || noHead.has(code)) ? "invalid" : "broken";
}

/** A body that ended early, or had another length than was announced. */
const gaveUp = new Set<unknown>(["UND_ERR_ABORTED", "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH"]);

const timeouts = new Set<unknown>([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);

const unsendable = new Set<unknown>(["UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"]);

const noHead = new Set<unknown>(["UND_ERR_HEADERS_OVERFLOW", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"]);
