import { ServiceError } from "#shared/contract/errors.ts";

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
 * digit of what the sender has written changes. Where there is no body, the query is the payload.
 */
export function payloadText(parts: PayloadParts): string {
  const { method, headers, withQuery, query, deliveryId, contentType } = parts;
  const added = addedTo({ method, headers, withQuery, query, id: deliveryId });
  const text = textOf(parts);
  if (text.trim() === "") return JSON.stringify({ ...query, ...added });
  if (!isJson(contentType) && !(contentType === "" && isObjectText(text)))
    return withQuery || headers !== undefined ? JSON.stringify({ "request-body": text, ...added }) : text;
  const value = parsed(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return withQuery || headers !== undefined ? JSON.stringify({ "request-body": value, ...added }) : text;
  if (Object.keys(added).some((name) => Object.hasOwn(value, name))) return JSON.stringify({ ...value, ...added });
  const end = text.lastIndexOf("}");
  const separator = Object.keys(value).length === 0 ? "" : ",";
  return `${text.slice(0, end).trimEnd()}${separator}${JSON.stringify(added).slice(1)}`;
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

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false; // Text, then. Nobody has said that it is JSON.
  }
}

/** @throws ServiceError json_invalid */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError("json_invalid", { cause });
  }
}
