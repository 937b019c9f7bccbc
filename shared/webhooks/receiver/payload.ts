import { ServiceError } from "#shared/contract/errors.ts";
import { type JsonKind, scanJson } from "#shared/http/json-scan.ts";

/** Maximum depth of an event's JSON. Senders nest a few levels deep; parsing 1 MB of brackets takes a second. */
const maxDepth = 100;

/** Parts of a payload. */
export interface PayloadParts {
  readonly method: string;
  readonly contentType: string;
  /** Decompressed body. */
  readonly body: Buffer;
  /** Query without key and options. */
  readonly query: Readonly<Record<string, string>>;
  /** Headers with their original names, without the key and other secrets. Undefined if headers aren't included. */
  readonly headers: readonly (readonly [string, string])[] | undefined;
  readonly withQuery: boolean;
  readonly deliveryId: string;
}

/**
 * Returns the payload for the file: the original text of the body. Latchkey's fields are appended to a JSON object, so that no digit of the
 * sender's text changes. Without a body, the query is the payload. The body must have passed `checkText`.
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
  // Parsing would cost more than everything else here. A name can only be written differently with `\u`.
  const parsed: object = /"request-|\\u/.test(text) ? JSON.parse(text) : {};
  if (Object.keys(added).some((name) => Object.hasOwn(parsed, name))) return JSON.stringify({ ...parsed, ...added });
  const end = text.lastIndexOf("}");
  const separator = /^\s*\{\s*\}\s*$/.test(text) ? "" : ",";
  return `${text.slice(0, end).trimEnd()}${separator}${JSON.stringify(added).slice(1)}`;
}

/**
 * Rejects a body that can't become a payload.
 * @throws ServiceError webhook_type_unsupported, json_invalid
 */
export function checkText(parts: Pick<PayloadParts, "body" | "contentType">): void {
  const text = textOf(parts);
  if (isJson(parts.contentType) && text.trim() !== "") kindOf(text);
}

/** Returns the fields that Latchkey adds to the payload. */
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

/** Returns the script parameter. */
export function scriptParameter(query: Readonly<Record<string, string>>, deliveryId: string): string {
  return JSON.stringify({ ...query, "request-id": deliveryId });
}

/**
 * Rejects content types that a record can't store as text.
 * @throws ServiceError webhook_type_unsupported
 */
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

/** Returns the kind of JSON value in a text; undefined for other text. */
function kindIn(text: string, contentType: string): JsonKind | undefined {
  if (isJson(contentType)) return kindsBySign[text.trimStart().charAt(0)] ?? "scalar";
  if (contentType !== "") return undefined;
  try {
    const kind = kindOf(text);
    return kind === "scalar" ? undefined : kind;
  } catch (thrown) {
    if (thrown instanceof ServiceError) return undefined; // Treated as text, because nothing declared it as JSON.
    throw thrown;
  }
}

/** @throws ServiceError json_invalid */
function kindOf(text: string): JsonKind {
  return scanJson(text, { maxDepth, maxValues: Number.POSITIVE_INFINITY, isExact: false, onName: () => undefined });
}
