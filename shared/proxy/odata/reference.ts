import { ServiceError } from "#shared/contract/errors.ts";
import { decodedSegment } from "../path-rules.ts";
import type { RequestBody } from "../relay/request-body.ts";

/** FileMaker's own absolute address for what a reference names. @throws ServiceError when the caller may not go there */
export type NativeAddress = (address: string) => string;

/** What names the record of a reference: `@odata.id`, or as OData 4.01 spells it, which takes any case. */
const names = /^@(?:odata\.)?id$/i;
/** What relative addresses beside it would count from. Ours are absolute when they go on. */
const contexts = /^@(?:odata\.)?context$/i;

const deepest = 32;

/** Whether what stands behind the file's name relates records: their addresses travel in the body, or in `$id`. */
export function isReference(rest: string): boolean {
  if (!/[$%]/.test(rest)) return false;
  const parts = rest.split("/").flatMap((segment) => decodedSegment(segment).split("/"));
  // As FileMaker Server may read it, so that no other spelling slips by (R4.3).
  return parts.some((part) => /^\s*\$ref(?!\w)/i.test(part));
}

/**
 * The body of a reference as the server can follow it.
 * @throws ServiceError body_too_large for one that streams: what it names could not be checked
 */
export function referenceBody(body: RequestBody, forwarded: string[], native: NativeAddress): RequestBody {
  if (body.content === undefined) return body;
  if (!Buffer.isBuffer(body.content)) throw new ServiceError("body_too_large");
  const content = referenceContent(body.content, native);
  if (content === body.content) return body;
  withoutLength(forwarded);
  return { ...body, content };
}

/** The same for the bytes of a body. @throws ServiceError reference_refused for what we could not read as the server does */
export function referenceContent(content: Buffer, native: NativeAddress): Buffer {
  if (content.length === 0) return content;
  return Buffer.from(JSON.stringify(withNativeAddresses(objectIn(content), native)));
}

/** The query of a reference that is taken away, its `$id` as the server can follow it. OData 4.01 leaves the dollar sign out. */
export function referenceQuery(query: string, native: NativeAddress): string {
  return query.replace(/([?&])([^=&]*)=([^&]*)/g, (pair, mark: string, name: string, address: string) =>
    /^\s*\$?id\s*$/i.test(decoded(name)) ? `${mark}${name}=${encodeURIComponent(native(decoded(address)))}` : pair,
  );
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
  if (typeof address !== "string") throw referenceRefused("an address is no text");
  return native(address);
}

function objectIn(content: Buffer): object {
  try {
    const value: unknown = JSON.parse(content.toString("utf8"));
    if (typeof value === "object" && value !== null) return value;
  } catch (cause) {
    throw referenceRefused("the body is no JSON", cause);
  }
  throw referenceRefused("the body is no JSON object");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw referenceRefused("the query is not well encoded", cause);
  }
}

export function referenceRefused(text: string, cause?: unknown): ServiceError {
  return new ServiceError("reference_refused", { text, cause });
}

/** The changed body has another length, which its sender counts. */
function withoutLength(forwarded: string[]): void {
  for (let index = forwarded.length - 2; index >= 0; index -= 2) {
    if (forwarded[index]?.toLowerCase() === "content-length") forwarded.splice(index, 2);
  }
}
