import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { looksLikeKey, withoutKeys } from "#shared/contract/values/api-key.ts";
import type { StoredBody } from "#shared/deliveries/api.ts";
import { withMasked } from "#shared/http/masked-headers.ts";
import { wholeBody } from "#shared/http/whole-body.ts";
import type { EventContext } from "../event-context.ts";
import type { SentContent } from "../files/sent-content.ts";
import type { NamedValues } from "../named-values.ts";
import type { SenderId } from "./sender-id.ts";
import type { Sender } from "./senders.ts";

/** Received event, without its body and its key. */
export interface EventHead {
  readonly method: string;
  /** Path and query after the service prefix. */
  readonly target: string;
  readonly headers: [string, string][];
  /** Returns the value of a header. The name must be lower case. */
  readonly header: (name: string) => string | undefined;
  readonly contentType: string;
  readonly contentCoding: string;
  /** Query without key and options. */
  readonly query: NamedValues;
  readonly withQuery: boolean;
  readonly withHeaders: boolean;
  readonly keyId: number;
  readonly database: string;
}

/** Event whose body is stored, or small enough for its item. */
export interface StorableEvent extends EventHead {
  readonly id: string;
  readonly body: StoredBody;
  /** Id that identifies repetitions. Null if they aren't detected. */
  readonly senderId: SenderId | null;
  /** Content of a body with files; null for text. */
  readonly content: SentContent | null;
  /** Receiver that a form without files was sent to; null for other events. */
  readonly form: EventContext["form"];
}

/** Receiver that an event was sent to. */
export interface EventAddress {
  readonly file: string;
  readonly channel: string;
  readonly apiKey?: string;
}

/** Query parameters that Latchkey uses itself. */
const switches = new Set(["apiKey", "includeQuery", "includeHeaders"]);

/** Returns the data of a call that is known before its body arrives. The values of secret headers aren't kept. */
export function eventHead(
  { http, header }: Pick<RawCall, "http" | "header">,
  { handle, database }: Sender,
  secretHeaders: readonly string[],
): EventHead {
  const { path, params } = partsOf(http.target);
  const query = [...params].filter(([name]) => !switches.has(name));
  const kept = new URLSearchParams([...params].filter(([name]) => name !== "apiKey")).toString();
  return {
    method: http.method,
    target: withoutKeys(path) + (kept === "" ? "" : `?${kept}`),
    headers: withMasked(headersOf(http.headers), secretHeaders),
    header,
    contentType: header("content-type") ?? "",
    contentCoding: header("content-encoding") ?? "",
    query,
    withQuery: isOn(params.get("includeQuery")),
    withHeaders: isOn(params.get("includeHeaders")),
    keyId: handle.record.id,
    database,
  };
}

/** Limits on size and duration of a call. */
export interface EventLimits {
  /** Maximum size that the webhook accepts. */
  readonly maxBytes: number;
  /** Maximum size of a call on its way here; infinite if bodies are streamed. */
  readonly gatewayBytes: number;
  readonly bodyMs: number;
}

/**
 * Reads the body without decompressing it.
 * @throws ServiceError body_too_large, request_timeout
 */
export async function eventBody({ http, header }: Pick<RawCall, "http" | "header">, limits: EventLimits) {
  const { maxBytes, gatewayBytes, bodyMs } = limits;
  const declaredBytes = Number(header("content-length") ?? 0);
  const most = Math.min(maxBytes, gatewayBytes);
  return wholeBody(http.body, { maxBytes: most, bodyMs, declaredBytes }).catch(sayingWhy(limits));
}

/** Adds the limit that was exceeded to the error. */
export function sayingWhy({ maxBytes, gatewayBytes }: EventLimits): (thrown: unknown) => never {
  return (thrown) => {
    if (!(thrown instanceof ServiceError) || thrown.error !== "body_too_large") throw thrown;
    throw new ServiceError("body_too_large", { text: tooLarge(maxBytes, gatewayBytes), cause: thrown });
  };
}

function tooLarge(maxBytes: number, gatewayBytes: number): string {
  if (maxBytes <= gatewayBytes) return `this webhook accepts at most ${maxBytes} bytes`;
  return `a request can have at most ${gatewayBytes} bytes here. Have the sender send a link instead of the content, upload files with \`POST /svc/api/uploads\`, or run Latchkey on one machine, where bodies are streamed`;
}

export function partsOf(target: string) {
  const mark = target.indexOf("?");
  const rawQuery = mark < 0 ? "" : target.slice(mark);
  return { path: mark < 0 ? target : target.slice(0, mark), rawQuery, params: new URLSearchParams(rawQuery) };
}

/** Returns true for an option that is enabled, also if it has no value. */
function isOn(value: string | null): boolean {
  return value !== null && value !== "false" && value !== "0";
}

/** Returns pairs from alternating names and values, without headers that contain the caller's key. */
/** Headers that reverse proxies, CloudFront and API Gateway add. They aren't the sender's, and would be stored with each event. */
const addedOnTheWay = /^(?:via|forwarded|x-forwarded-.+|x-real-ip|x-amz-cf-id|x-amzn-trace-id|cloudfront-.+)$/i;

function headersOf(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = "", value = ""] = [raw[at], raw[at + 1]];
    if (!addedOnTheWay.test(name) && !holdsKey(name, value)) pairs.push([name, value]);
  }
  return pairs;
}

function holdsKey(name: string, value: string): boolean {
  if (/(?:dk_|KEY_)[0-9A-Za-z]{20,}/.test(value)) return true;
  if (name.toLowerCase() !== "authorization") return false;
  const account = Buffer.from(value.replace(/^basic /i, ""), "base64").toString("utf8");
  return /^basic /i.test(value) && account.split(":").some((part) => looksLikeKey(part, "data"));
}
