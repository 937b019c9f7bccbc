import type { Call } from "./call.ts";
import { sha256 } from "./signing-key.ts";

/** Returns the hash of the canonical request, which a version 4 signature signs. */
export function canonicalRequest(call: Call, signedHeaders: readonly string[], payload: string): string {
  const query = call.query
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort((one, other) => order(one[0], other[0]) || order(one[1], other[1]))
    .map((pair) => pair.join("="))
    .join("&");
  const path = call.path.split("/").map((segment) => encoded(decodeURIComponent(segment)));
  const headers = signedHeaders.map((name) => `${name}:${(call.header(name) ?? "").trim().replace(/\s+/g, " ")}\n`);
  return sha256([call.method, path.join("/"), query, headers.join(""), signedHeaders.join(";"), payload].join("\n"));
}

/** Encodes everything except the unreserved characters of RFC 3986. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
