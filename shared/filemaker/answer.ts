import { type ErrorName, ServiceError } from "#shared/contract/errors.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { OutboundError, type OutboundResponse } from "#shared/ports/outbound.ts";
import { certificateRefusal } from "./certificate-refusal.ts";

/** Content of a response's envelope. */
export interface Answer {
  readonly status: number;
  /** `messages[0].code`. Undefined without an envelope, in which case the web server in front responded. */
  readonly code: string | undefined;
  readonly response: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Parses the envelope of a Data API or Admin API response. */
export function answerOf({ status, headers, body }: OutboundResponse): Answer {
  const envelope = envelopeIn(body);
  return { status, headers, code: codeOf(envelope), response: recordOf(envelope?.response) };
}

/** Returns the code of a body that may be an envelope. */
export function codeIn(body: Uint8Array): string | undefined {
  return codeOf(envelopeIn(body));
}

/** Returns the error number in a response of any API, including OData, which has another envelope. */
export function errorCodeIn(body: Uint8Array): string | undefined {
  const envelope = envelopeIn(body);
  const code = codeOf(envelope) ?? recordOf(envelope?.error).code;
  return typeof code === "string" || typeof code === "number" ? String(code) : undefined;
}

/** Converts the error of a call without a response to the error for the caller. */
export function asUpstreamError(thrown: unknown): unknown {
  if (!(thrown instanceof OutboundError)) return thrown;
  const retry = thrown.reason === "halted" ? { retryAfterSeconds: 5 } : {};
  const refusal = certificateRefusal(thrown);
  return new ServiceError(upstreamErrorName(thrown), {
    cause: thrown,
    ...retry,
    ...(refusal !== undefined && { text: refusal }),
  });
}

/** Returns the name of the error for a call without a response. */
export function upstreamErrorName(error: OutboundError): ErrorName {
  const { reason } = error;
  if (certificateRefusal(error) !== undefined) return "certificate_refused";
  if (reason === "refused" || reason === "halted") return "upstream_unreachable";
  return reason === "timeout" ? "upstream_timeout" : "upstream_broken";
}

/** Returns the error for a response that is neither a success nor an expected refusal. `what` begins with the API's name. */
export function unexpectedAnswer(what: string, { status, code }: Answer): ServiceError {
  const detail = `${what}: HTTP ${status}, code ${code ?? "none"}`;
  if (code === fileMakerCodes.hostUnavailable)
    return new ServiceError("database_server_stopped", { detail, retryAfterSeconds: 30 });
  if (code === fileMakerCodes.technologyDisabled) return new ServiceError("data_api_off", { detail });
  if (code !== undefined) return new ServiceError("upstream_broken", { detail });
  const api = ["Admin API", "Data API", "OData"].find((name) => what.startsWith(name)) ?? "the engine";
  return new ServiceError("upstream_unreachable", { detail, text: `its web server responded instead of the ${api}` });
}

function envelopeIn(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    return recordOf(JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8")));
  } catch {
    return undefined; // Not JSON: an error page of the web server in front. The missing code shows that.
  }
}

function codeOf(envelope: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const messages = envelope?.messages;
  if (!Array.isArray(messages)) return undefined;
  const code = recordOf(messages[0]).code;
  return typeof code === "string" || typeof code === "number" ? String(code) : undefined;
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
