import type { Writable } from "node:stream";
import { compressing } from "#shared/http/compression.ts";
import { encodedHead } from "#shared/http/encoded-head.ts";
import { sendWhole } from "#shared/http/send-whole.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import { headerValues } from "../headers.ts";
import { drained } from "./drained.ts";

/** Response of our own: a head, and a complete body or a stream. A buffer is sent as is; its head states the encoding. */
export interface Answer {
  readonly status: number;
  /** Headers by name. A header with several values is sent once per value. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer | AsyncIterable<Uint8Array | string>;
}

/**
 * Sends an answer, compressed if the client accepts that and `holdsSecret` is false. HEAD gets the head only.
 * @throws The body's error if the body fails after the head was sent
 */
export async function send(call: HttpCall, { status, headers, body }: Answer, holdsSecret: boolean): Promise<void> {
  const { answer, method } = call;
  if (answer.destroyed) return;
  const acceptEncoding = holdsSecret ? "" : headerValues(call.headers, "accept-encoding").join(",");
  const head = Object.entries(headers).flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value]));
  if (typeof body === "string") {
    sendWhole(answer, { method, acceptEncoding }, { status, headers: head, body: Buffer.from(body) });
    return;
  }
  if (Buffer.isBuffer(body)) {
    answer.writeHead(status, [...head, "Content-Length", String(body.length)]);
    answer.end(method === "HEAD" ? undefined : body);
    return;
  }
  const encoded = encodedHead(acceptEncoding, status, head);
  answer.writeHead(status, encoded.headers);
  if (body === undefined || method === "HEAD") {
    answer.end();
    return;
  }
  const sink: Writable = encoded.coding === undefined ? answer : compressing(encoded.coding, answer);
  for await (const piece of body) {
    if (answer.destroyed) return;
    if (!sink.write(piece)) await drained(sink);
  }
  if (!answer.destroyed) sink.end();
}
