import { ServiceError } from "#shared/contract/errors.ts";
import { decodedSegment } from "../path-rules.ts";
import type { RequestBody } from "../relay/request-body.ts";

/** Returns FileMaker's own absolute address of a reference's target. @throws ServiceError if the caller has no access */
export type NativeAddress = (address: string) => string;

/** Name of a reference's record: `@odata.id`, or `@id` in OData 4.01. Case doesn't matter. */
const names = /^@(?:odata\.)?id$/i;
/** Base of relative addresses in the same object. Forwarded addresses are absolute. */
const contexts = /^@(?:odata\.)?context$/i;

const deepest = 32;

/** True if the path after the file's name relates records. Their addresses are in the body, or in `$id`. */
export function isReference(rest: string): boolean {
  if (!/[$%]/.test(rest)) return false;
  const parts = rest.split("/").flatMap((segment) => decodedSegment(segment).split("/"));
  // Read as FileMaker Server may read it, so that no other spelling gets through.
  return parts.some((part) => /^\s*\$ref(?!\w)/i.test(part));
}

/**
 * Returns the body of a reference with addresses that the server can follow.
 * @throws ServiceError body_too_large if it streams, because its addresses couldn't be checked
 */
export function referenceBody(body: RequestBody, forwarded: string[], native: NativeAddress): RequestBody {
  if (body.content === undefined) return body;
  if (!Buffer.isBuffer(body.content)) throw new ServiceError("body_too_large");
  const content = referenceContent(body.content, native);
  if (content === body.content) return body;
  withoutLength(forwarded);
  return { ...body, content };
}

/** Does the same for the bytes of a body. @throws ServiceError reference_refused if we can't read it like the server does */
export function referenceContent(content: Buffer, native: NativeAddress): Buffer {
  if (content.length === 0) return content;
  return Buffer.from(JSON.stringify(withNativeAddresses(objectIn(content), native)));
}

/** Returns the query for removing a reference, with an `$id` that the server can follow. OData 4.01 omits the dollar sign. */
export function referenceQuery(query: string, native: NativeAddress): string {
  return query.replace(/([?&])([^=&]*)=([^&]*)/g, (pair, mark: string, name: string, address: string) =>
    /^\s*\$?id\s*$/i.test(decoded(name)) ? `${mark}${name}=${encodedAddress(native(decoded(address)))}` : pair,
  );
}

/** Encodes an address except its colons: FileMaker Server doesn't decode them in a query. */
function encodedAddress(address: string): string {
  return encodeURIComponent(address).replaceAll("%3A", ":");
}

function withNativeAddresses(value: unknown, native: NativeAddress, depth = 0): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth === deepest) throw referenceRefused("the body is nested too deeply");
  if (Array.isArray(value)) return value.map((entry) => withNativeAddresses(entry, native, depth + 1));
  const members = Object.entries(value).filter(([name]) => !contexts.test(name));
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      names.test(name) ? nativeMember(member, native) : withNativeAddresses(member, native, depth + 1),
    ]),
  );
}

function nativeMember(address: unknown, native: NativeAddress): string {
  if (typeof address !== "string") throw referenceRefused("a URL is not a string");
  return native(address);
}

function objectIn(content: Buffer): object {
  try {
    const value: unknown = JSON.parse(content.toString("utf8"));
    if (typeof value === "object" && value !== null) return value;
  } catch (cause) {
    throw referenceRefused("the body is not valid JSON", cause);
  }
  throw referenceRefused("the body is not a JSON object");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw referenceRefused("the query is not correctly encoded", cause);
  }
}

export function referenceRefused(text: string, cause?: unknown): ServiceError {
  return new ServiceError("reference_refused", { text, cause });
}

/** Removes the length: the body changed, and its sender counts it again. */
function withoutLength(forwarded: string[]): void {
  for (let index = forwarded.length - 2; index >= 0; index -= 2) {
    if (forwarded[index]?.toLowerCase() === "content-length") forwarded.splice(index, 2);
  }
}
