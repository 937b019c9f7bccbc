import { hash } from "node:crypto";
import type { ReadBody } from "#shared/ports/callouts.ts";
import { emptySha256, unsignedBody } from "./signed-request.ts";

/** Returns the SHA-256 of a body in hexadecimal digits, or its replacement for a body that isn't in memory. */
export function sha256Of(body: Uint8Array | ReadBody | undefined): string {
  if (body === undefined) return emptySha256;
  return body instanceof Uint8Array ? hash("sha256", body) : unsignedBody;
}

/** Returns a CRC32 as stores write it. */
export function base64Of(crc: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  return bytes.toString("base64");
}

/** Returns the digest that stores without checksums need for a bucket with Object Lock. */
export function md5Of(body: Uint8Array): string {
  return hash("md5", body, "base64");
}
