import { ServiceError } from "#shared/contract/errors.ts";
import { type JsonKind, scanJson } from "#shared/http/json-scan.ts";

/** Maximum depth of an event's JSON. Senders nest a few levels deep; parsing 1 MB of brackets takes a second. */
const maxDepth = 100;

/** What a payload is made from. */
export interface PayloadParts {
  readonly method: string;
  readonly contentType: string;
  /** Unpacked. */
  readonly body: Buffer;
  /** Without the key and without switches. */
  readonly query: Readonly<Record<string, string>>;
  /** Names as they came; without the key and other secrets. Undefined where they are not wanted. */
  readonly headers: readonly (readonly [string, string])[] | undefined;
  readonly withQuery: boolean;
  readonly deliveryId: string;
}

/**
 * The payload as the file gets it: the text of the body as it came. What Latchkey adds to a JSON object stands at its end, so that not a
 * digit of what the sender has written changes. Where there is no body, the query is the payload. The body has passed `checkText`.
 */
export function payloadText(parts: PayloadParts): string {
  const { method, headers, withQuery, query, deliveryId } = parts;
  const added = addedTo({ method, headers, withQuery, query, id: deliveryId });
  const text = textOf(parts);
  if (text.trim() === "") return JSON.stringify({ ...query, ...added });
  const kind = kindIn(text, parts.contentType);
  if (kind !== "object") {
    if (!withQuery && headers === undefined) return text;
    return JSON.stringify({ "request-body": kind === undefined ? text : JSON.parse(text), ...added });
  }
  // Parsing it would cost more than all else here. A name can be spelled otherwise only by `\u`.
  const parsed: object = /"request-|\\u/.test(text) ? JSON.parse(text) : {};
  if (Object.keys(added).some((name) => Object.hasOwn(parsed, name))) return JSON.stringify({ ...parsed, ...added });
  const end = text.lastIndexOf("}");
  const separator = /^\s*\{\s*\}\s*$/.test(text) ? "" : ",";
  return `${text.slice(0, end).trimEnd()}${separator}${JSON.stringify(added).slice(1)}`;
}

/** Refuses a body that can't become a payload. @throws ServiceError webhook_type_unsupported, json_invalid */
export function checkText(parts: Pick<PayloadParts, "body" | "contentType">): void {
  const text = textOf(parts);
  if (isJson(parts.contentType) && text.trim() !== "") kindOf(text);
}

/** What Latchkey adds to what was sent. */
export function addedTo({
  method,
  headers,
  withQuery,
  query,
  id,
}: Pick<PayloadParts, "method" | "headers" | "withQuery" | "query"> & { readonly id: string }) {
  return {
    "request-id": id,
    ...(withQuery && { "request-query": query }),
    ...(headers !== undefined && { "request-headers": { ...Object.fromEntries(headers), "X-Method": method } }),
  };
}

/** The parameter that the script gets. */
export function scriptParameter(query: Readonly<Record<string, string>>, deliveryId: string): string {
  return JSON.stringify({ ...query, "request-id": deliveryId });
}

/** Whether a content type is one that a record takes as text. @throws ServiceError webhook_type_unsupported */
export function refuseBinary(contentType: string): void {
  const type = mediaType(contentType);
  if (type === "" || isJson(type) || type.startsWith("text/")) return;
  if (type === "application/x-www-form-urlencoded" || /^application\/(?:[\w.+-]+\+)?xml$/.test(type)) return;
  throw new ServiceError("webhook_type_unsupported", { text: type });
}

export function isJson(contentType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json$/.test(mediaType(contentType)) || mediaType(contentType) === "text/json";
}

function mediaType(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

function textOf({ body, contentType }: Pick<PayloadParts, "body" | "contentType">): string {
  const charset = /;\s*charset="?([\w-]+)"?/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch (cause) {
    throw new ServiceError("webhook_type_unsupported", { text: `its text is not ${charset}`, cause });
  }
}

const kindsBySign: Readonly<Record<string, JsonKind>> = { "{": "object", "[": "list" };

/** What a text is in JSON; undefined for other text. */
function kindIn(text: string, contentType: string): JsonKind | undefined {
  if (isJson(contentType)) return kindsBySign[text.trimStart().charAt(0)] ?? "scalar";
  if (contentType !== "") return undefined;
  try {
    const kind = kindOf(text);
    return kind === "scalar" ? undefined : kind;
  } catch (thrown) {
    if (thrown instanceof ServiceError) return undefined; // Text, then. Nobody has said that it is JSON.
    throw thrown;
  }
}

/** @throws ServiceError json_invalid */
function kindOf(text: string): JsonKind {
  return scanJson(text, { maxDepth, maxValues: Number.POSITIVE_INFINITY, isExact: false, onName: () => undefined });
}
