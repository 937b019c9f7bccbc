import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { IncomingCall } from "./incoming-call.ts";
import type { Reply } from "./reply.ts";

const compress = promisify(gzip);
const GZIP_FROM_BYTES = 1400;

/** Sends the body of an answer as a fault requires. */
export type BodySender = (response: ServerResponse, body: Buffer) => Promise<void>;

/** Writes an answer with the web server's standard headers. */
export async function writeReply(
  call: IncomingCall,
  response: ServerResponse,
  reply: Reply,
  send?: BodySender,
): Promise<void> {
  if (response.destroyed) return;
  let { body } = reply;
  const headers: Record<string, string | number> = { ...SECURITY_HEADERS, ...reply.headers };
  if (acceptsGzip(call) && body.length >= GZIP_FROM_BYTES && /json|html/.test(String(headers["Content-Type"]))) {
    body = await compress(body);
    headers["Content-Encoding"] = "gzip";
    if (response.destroyed) return;
  } else if (reply.status !== 204) {
    headers["Content-Length"] = body.length;
  }
  response.writeHead(reply.status, headers);
  if (call.method === "HEAD") response.end();
  else if (send === undefined) response.end(body);
  else await send(response, body);
}

/** Returns a weak ETag as in Express: the length in hex and 27 characters of SHA-1. */
export function weakEtag(body: Buffer): string {
  return `W/"${body.length.toString(16)}-${hash("sha1", body, "base64").slice(0, 27)}"`;
}

const SECURITY_HEADERS = {
  Vary: "Accept-Encoding",
  "X-Frame-Options": "SAMEORIGIN",
  "X-XSS-Protection": "1; mode=block",
  "X-Content-Type-Options": "nosniff",
};

function acceptsGzip(call: IncomingCall): boolean {
  const accepted = call.message.headers["accept-encoding"];
  return accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*(?:,|$)))/i.test(String(accepted));
}
