import { ServiceError } from "#shared/contract/errors.ts";
import { decodedSegment } from "../path-rules.ts";
import type { RequestBody } from "../relay/request-body.ts";

/** What names the record of a reference: `@odata.id`, or as OData 4.01 spells it. */
const members = ["@odata.id", "@id"];

/** Whether what stands behind the file's name relates records: their addresses travel in the body, or in `$id`. */
export function isReference(rest: string): boolean {
  return rest.includes("$ref") || rest.includes("%")
    ? decodedSegment(rest.slice(rest.lastIndexOf("/") + 1)) === "$ref"
    : false;
}

/**
 * The body of a reference as the server can follow it. `native` answers FileMaker's own address for one of ours.
 * @throws ServiceError body_too_large for one that streams: what it names could not be checked
 */
export function referenceBody(
  body: RequestBody,
  forwarded: string[],
  native: (address: string) => string,
): RequestBody {
  if (body.content === undefined) return body;
  if (!Buffer.isBuffer(body.content)) throw new ServiceError("body_too_large");
  const content = referenceContent(body.content, native);
  if (content === body.content) return body;
  withoutLength(forwarded);
  return { ...body, content };
}

/** The same for the bytes of a body. What is no JSON object goes on as it came, for the server to judge. */
export function referenceContent(content: Buffer, native: (address: string) => string): Buffer {
  const given = objectIn(content);
  if (given === undefined) return content;
  const changed = Object.entries(given).map(([name, value]) => [
    name,
    members.includes(name) && typeof value === "string" ? native(value) : value,
  ]);
  return Buffer.from(JSON.stringify(Object.fromEntries(changed)));
}

/** The query of a reference that is taken away, its `$id` as the server can follow it. */
export function referenceQuery(query: string, native: (address: string) => string): string {
  return query.replace(/(?<=[?&](?:\$|%24)id=)[^&]*/gi, (encoded) => {
    const address = decoded(encoded);
    const followed = address === undefined ? undefined : native(address);
    return followed === undefined || followed === address ? encoded : encodeURIComponent(followed);
  });
}

function objectIn(content: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(content.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined; // No JSON: the server says so better than we could.
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // Nor is this an address of ours.
  }
}

/** The changed body has another length, which its sender counts. */
function withoutLength(forwarded: string[]): void {
  for (let index = forwarded.length - 2; index >= 0; index -= 2) {
    if (forwarded[index]?.toLowerCase() === "content-length") forwarded.splice(index, 2);
  }
}
