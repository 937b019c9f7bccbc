import type { GivenAnswer } from "#shared/deliveries/api.ts";
import type { WebhookSettings } from "../contract.ts";

/** FileMaker Server's result for an accepted event. */
export interface TakenEvent {
  readonly recordId: string;
  readonly scriptError: string;
  readonly scriptResult: string;
}

const message = "Message Accepted";
/** Statuses whose responses have no body (RFC 9110, 15.3). */
const withoutBody: ReadonlySet<number> = new Set([204, 205]);

/** Returns the response to an event that is stored but not delivered yet. */
export function acceptedAnswer(
  { acceptedStatus: status, acceptedBody }: Pick<WebhookSettings, "acceptedStatus" | "acceptedBody">,
  deliveryId: string,
): GivenAnswer {
  if (acceptedBody === "empty" || withoutBody.has(status)) return { status, headers: safety, body: "" };
  return jsonAnswer(status, { success: true, queued: true, deliveryId, successMessage: message });
}

/** Returns the response to an event that the file has accepted: the response defined by its script, or the result of the script. */
export function takenAnswer({ recordId, scriptError, scriptResult }: TakenEvent, deliveryId: string): GivenAnswer {
  const result = parsed(scriptResult);
  if (isRecord(result) && result.useScriptResult === true) return ownAnswer(result);
  return jsonAnswer(200, {
    success: true,
    scriptError: Number(scriptError),
    scriptResult: result,
    messageRecordId: recordId,
    successMessage: message,
    deliveryId,
  });
}

/** Headers that concern the connection, or would affect this whole origin in a browser. */
const keptFromScripts = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-security-policy",
  "clear-site-data",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "referrer-policy",
  "service-worker-allowed",
  "set-cookie",
  "strict-transport-security",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "www-authenticate",
  "x-content-type-options",
  "x-request-id",
]);
const maxHeaders = 50;
const maxBodyBytes = 1_000_000;

/** Returns the response defined by the script, made safe: it can't control the connection, set cookies or run code in a browser. */
function ownAnswer({ status, headers, body = "" }: Readonly<Record<string, unknown>>): GivenAnswer {
  const wanted = Number(status);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const own = isRecord(headers) ? Object.entries(headers).flatMap(harmless).slice(0, maxHeaders) : [];
  const hasType = own.some(([name]) => name.toLowerCase() === "content-type");
  const type =
    isRecord(parsed(text)) || Array.isArray(parsed(text))
      ? "application/json; charset=utf-8"
      : "text/plain; charset=utf-8";
  return {
    status: Number.isInteger(wanted) && wanted >= 200 && wanted <= 599 ? wanted : 200,
    headers: [...own, ...(hasType ? [] : [["Content-Type", type] as [string, string]]), ...safety],
    body: Buffer.byteLength(text) > maxBodyBytes ? "" : text,
  };
}

function harmless([name, value]: [string, unknown]): [string, string][] {
  if (typeof value !== "string" && typeof value !== "number") return [];
  const text = String(value);
  if (!/^[A-Za-z0-9-]{1,100}$/.test(name) || !/^[\t\x20-\x7e]{0,4000}$/.test(text)) return [];
  const normalized = name.toLowerCase();
  return keptFromScripts.has(normalized) || normalized.startsWith("access-control-") ? [] : [[name, text]];
}

/** Headers for any body: browsers don't guess its type or run it as a page of this origin. Its URL may contain a token. */
const safety: [string, string][] = [
  ["Referrer-Policy", "no-referrer"],
  ["X-Content-Type-Options", "nosniff"],
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"],
];

/** Returns a plain-text response to a sender that verifies the URL. */
export function handshakeAnswer(body: string): GivenAnswer {
  return { status: 200, headers: [["Content-Type", "text/plain; charset=utf-8"], ...safety], body };
}

/** Returns a JSON response. */
export function jsonAnswer(status: number, value: unknown): GivenAnswer {
  return {
    status,
    headers: [["Content-Type", "application/json; charset=utf-8"], ...safety],
    body: JSON.stringify(value),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // Script results don't have to be JSON.
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
