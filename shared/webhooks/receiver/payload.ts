import { ServiceError } from "#shared/contract/errors.ts";
import { type JsonKind, scanJson } from "#shared/http/json-scan.ts";
import { decodedText } from "../decoded-text.ts";
import { groupedValues, type NamedValues } from "../named-values.ts";

/** Maximum depth of an event's JSON. Senders nest a few levels deep; parsing 1 MB of brackets takes a second. */
const maxDepth = 100;

/** Parts of a payload. */
export interface PayloadParts {
  readonly method: string;
  readonly contentType: string;
  /** Decompressed body. */
  readonly body: Buffer;
  /** Query without key and options. */
  readonly query: NamedValues;
  /** Headers with their original names, without the key and other secrets. Undefined if headers aren't included. */
  readonly headers: readonly (readonly [string, string])[] | undefined;
  readonly withQuery: boolean;
  /** Undefined if the payload doesn't include it. */
  readonly deliveryId: string | undefined;
}

/**
 * Returns the payload for the file: the original text of the body. Latchkey's fields are appended to a JSON object, so that no digit of the
 * sender's text changes. Without a body, the query is the payload. The body must have passed `checkText`.
 */
export function payloadText(parts: PayloadParts): string {
  const { method, headers, withQuery, query, deliveryId } = parts;
  const added = addedTo({ method, headers, withQuery, query, deliveryId });
  const text = textOf(parts);
  if (text.trim() === "") return fieldsPayload(query, added);
  const kind = kindIn(text, parts.contentType);
  if (kind !== "object") {
    if (!withQuery && headers === undefined) return text;
    const body = kind === undefined ? JSON.stringify(text) : text.trim();
    return `{"request-body":${body},${JSON.stringify(added).slice(1)}`;
  }
  if (Object.keys(added).length === 0) return text;
  // Parsing would cost more than everything else here. A name can only be written differently with `\u`.
  const parsed: object = /"request-|\\u/.test(text) ? exactlyParsed(text) : {};
  if (Object.keys(added).some((name) => Object.hasOwn(parsed, name))) return withAdded(Object.entries(parsed), added);
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

/** Returns the payload of a form or a query. Fields whose names Latchkey uses itself are in `request-fields`, so that none is lost. */
export function fieldsPayload(fields: NamedValues, added: Readonly<Record<string, unknown>>): string {
  return withAdded(Object.entries(groupedValues(fields)), added);
}

function withAdded(members: readonly [string, unknown][], added: Readonly<Record<string, unknown>>): string {
  const isTaken = (name: string) => name === "request-fields" || Object.hasOwn(added, name);
  const taken = members.filter(([name]) => isTaken(name));
  return JSON.stringify({
    ...Object.fromEntries(members.filter(([name]) => !isTaken(name))),
    ...added,
    ...(taken.length > 0 && { "request-fields": Object.fromEntries(taken) }),
  });
}

/** Parts of JSON.parse with source text (ECMAScript proposal) that the compiler's library doesn't have yet. */
type SourceReviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/** Parses JSON so that JSON.stringify writes each number as it was. */
function exactlyParsed(text: string): object {
  const exact: SourceReviver = (_, value, { source = "" }) => (typeof value === "number" ? rawJSON(source) : value);
  return JSON.parse(text, exact as Parameters<typeof JSON.parse>[1]);
}

/** Returns the fields that Latchkey adds to the payload. */
export function addedTo({
  method,
  headers,
  withQuery,
  query,
  deliveryId,
}: Pick<PayloadParts, "method" | "headers" | "withQuery" | "query" | "deliveryId">) {
  return {
    ...(deliveryId !== undefined && { "request-id": deliveryId }),
    ...(withQuery && { "request-query": groupedValues(query) }),
    ...(headers !== undefined && { "request-headers": { ...joinedHeaders(headers), "X-Method": method } }),
  };
}

/** Returns the script parameter. */
export function scriptParameter(query: NamedValues, deliveryId: string): string {
  return fieldsPayload(query, { "request-id": deliveryId });
}

/** Returns headers by name. The values of a repeated header are joined by commas (RFC 9110, 5.2), under its first spelling. */
function joinedHeaders(headers: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  const byName = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return Object.fromEntries(
    [...byName.values()].map((same) => [same[0]?.[0] ?? "", same.map(([, value]) => value).join(", ")]),
  );
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
  return decodedText(body, charsetOf(body, contentType), "its text");
}

/** Returns the charset that the header names, or a byte order mark, or the declaration of an XML document (RFC 7303). */
function charsetOf(body: Buffer, contentType: string): string {
  const inHeader = /;\s*charset\s*=\s*"?([^\s";]+)"?/i.exec(contentType)?.[1];
  if (inHeader !== undefined) return inHeader;
  const mark = body.subarray(0, 2).toString("latin1");
  if (mark === "\xff\xfe") return "utf-16le";
  if (mark === "\xfe\xff") return "utf-16be";
  if (!/[/+]xml$/.test(mediaType(contentType))) return "utf-8";
  const declaration = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    body.subarray(0, 200).toString("latin1"),
  );
  return declaration?.[1] ?? "utf-8";
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
