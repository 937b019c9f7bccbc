import { rateLimitHeaders } from "#shared/contract/rate-limit.ts";
import { ownHeaderList } from "#shared/http/own-headers.ts";
import { sendWhole } from "#shared/http/send-whole.ts";
import type { OutboundResponse } from "#shared/ports/outbound.ts";
import type { CheckedCall } from "../checked-call.ts";

/** Headers of the server's response that clients act on. */
const known = ["odata-version", "www-authenticate", "retry-after"];

/** Sends a collected response of the server with this body. It is specific to the caller, so no cache may store it. */
export function sendCollectedAnswer(
  { call, headers: { acceptEncoding }, outcome }: Pick<CheckedCall, "call" | "headers" | "outcome">,
  { status, headers }: Pick<OutboundResponse, "status" | "headers">,
  body: Uint8Array,
): void {
  outcome.status = status;
  outcome.sentBytes = body.length;
  const head = [
    "Content-Type",
    headers["content-type"] ?? "application/octet-stream",
    ...known.flatMap((name) => (headers[name] === undefined ? [] : [name, headers[name]])),
    ...ownHeaderList,
    ...rateLimitHeaders(outcome.client.limits).flat(),
  ];
  sendWhole(
    call.answer,
    { method: call.method, acceptEncoding },
    { status, headers: head, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) },
  );
}
