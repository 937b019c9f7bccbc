import { ServiceError } from "#shared/contract/errors.ts";
import { AmbiguousJson, unambiguousJson } from "#shared/http/json-members.ts";
import type { NameRules } from "#shared/keys/api.ts";
import type { RequestBody } from "../relay/request-body.ts";

/** Part of a query: its name, trimmed and in lower case, and every reading of its value. */
export interface QueryPart {
  readonly name: string;
  readonly values: readonly string[];
}

/** @throws ServiceError key_layout_refused */
export function checkLayout({ layouts }: NameRules, name: string): void {
  if (layouts?.(name) === false) throw new ServiceError("key_layout_refused", { text: `“${name}”` });
}

/** @throws ServiceError key_script_refused */
export function checkScript({ scripts }: NameRules, name: string): void {
  if (scripts?.(name) === false) throw new ServiceError("key_script_refused", { text: `“${name}”` });
}

/** Returns the error for a call whose meaning is ambiguous. */
export function unchecked(text: string): ServiceError {
  return new ServiceError("key_call_unchecked", { text });
}

/** Returns the decoded segments of a path after a file's name. @throws ServiceError key_call_unchecked */
export function namedSegments(rest: string): readonly string[] {
  const segments = rest.split("/").slice(1);
  if (segments.at(-1) === "") segments.pop();
  return segments.map((segment) => {
    const name = decoded(segment);
    // The server may read it as two segments.
    if (name.includes("/")) throw unchecked("a name in the URL contains a slash");
    return name;
  });
}

/**
 * Splits a query, with or without its question mark, and reads `+` both as a space and as a plus.
 * @throws ServiceError key_call_unchecked
 */
export function queryParts(query: string): readonly QueryPart[] {
  const pairs = query.replace(/^\?/, "").split("&");
  return pairs
    .filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=");
      const name = decoded((equals < 0 ? pair : pair.slice(0, equals)).replaceAll("+", " "));
      const value = equals < 0 ? "" : pair.slice(equals + 1);
      const readings = value.includes("+") ? [value, value.replaceAll("+", " ")] : [value];
      return { name: name.trim().toLowerCase(), values: readings.map(decoded) };
    });
}

/**
 * Parses a body as an object. Undefined if there is no body. `headers`: alternating names and values.
 * @throws ServiceError key_call_unchecked if the server could read it differently
 */
export function namedBody({ content }: RequestBody, headers: readonly string[]): object | undefined {
  if (content === undefined || (Buffer.isBuffer(content) && content.length === 0)) return undefined;
  if (!Buffer.isBuffer(content)) throw unchecked("its body is too large to check");
  for (const [index, name] of headers.entries()) {
    if (index % 2 === 1) continue;
    const value = headers[index + 1] ?? "";
    if (/^content-type$/i.test(name) && !isPlainJson(value)) throw unchecked("its body is not JSON in UTF-8");
    if (/^content-encoding$/i.test(name)) throw unchecked("its body is compressed");
  }
  try {
    const value = unambiguousJson(content.toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (cause) {
    if (cause instanceof AmbiguousJson) throw unchecked(`its body is ambiguous: ${cause.message}`);
    throw cause;
  }
  throw unchecked("its body is not a JSON object");
}

function isPlainJson(contentType: string): boolean {
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type.trim())) return false;
  return parameters.every(
    (parameter) => !/charset/.test(parameter) || /^\s*charset\s*=\s*"?utf-8"?\s*$/.test(parameter),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unchecked("its URL is not correctly encoded");
  }
}
