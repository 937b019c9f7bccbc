import type { OutgoingHttpHeaders } from "node:http";
import type { Call } from "./call.ts";
import type { ObjectRecord } from "./object-record.ts";
import type { XmlElements } from "./xml.ts";
import { document } from "./xml.ts";

export function replyEmpty({ outgoing }: Call, status: number, headers: OutgoingHttpHeaders = {}): void {
  outgoing.writeHead(status, status === 204 ? headers : { "content-length": 0, ...headers }).end();
}

export function replyXml(
  { outgoing }: Call,
  root: string,
  content: XmlElements,
  headers: OutgoingHttpHeaders = {},
): void {
  const body = Buffer.from(document(root, content));
  outgoing
    .writeHead(200, { "content-type": "application/xml", "content-length": body.byteLength, ...headers })
    .end(body);
}

/** Returns the checksum headers of a stored object. */
export function checksumHeaders({ checksum }: Pick<ObjectRecord, "checksum">): OutgoingHttpHeaders {
  if (checksum === undefined) return {};
  return { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value, "x-amz-checksum-type": checksum.type };
}

/** Returns an ISO time in whole seconds, as in S3. */
export function isoTime(milliseconds: number): string {
  return new Date(Math.floor(milliseconds / 1000) * 1000).toISOString();
}
