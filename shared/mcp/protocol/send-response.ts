import { once } from "node:events";
import { ownHeaderList } from "#shared/http/own-headers.ts";
import type { AnswerStream } from "#shared/ports/http-call.ts";

/** Sends a JSON string unchanged. */
export function sendJson(answer: AnswerStream, json: string, requestId: string): void {
  const body = Buffer.from(json);
  answer.writeHead(200, [
    ...ownHeaderList,
    ...["Content-Type", "application/json", "Content-Length", String(body.length), "X-Request-Id", requestId],
  ]);
  answer.end(body);
}

/** Sends a web `Response`: JSON at once, events as they arrive. */
export async function sendResponse(
  answer: AnswerStream,
  response: Response,
  { requestId, gone }: { readonly requestId: string; readonly gone: AbortSignal },
): Promise<void> {
  const head = [
    ...[...response.headers].filter(([name]) => !ours.has(name)).flat(),
    ...ownHeaderList,
    "X-Request-Id",
    requestId,
  ];
  if (!isStream(response) || response.body === null) {
    const body = Buffer.from(await response.arrayBuffer());
    answer.writeHead(response.status, [...head, "Content-Length", String(body.length)]);
    answer.end(body);
    return;
  }
  answer.writeHead(response.status, head);
  const reader = response.body.getReader();
  // When the client disconnects, the stream and its pending read are canceled.
  const leave = () => reader.cancel().catch(() => undefined);
  gone.addEventListener("abort", leave, { once: true });
  for (let piece = await reader.read(); !piece.done && !answer.destroyed; piece = await reader.read())
    if (!answer.write(piece.value)) await Promise.race([once(answer, "drain"), once(answer, "close")]);
  if (!answer.destroyed) answer.end();
}

export function isStream(response: Response): boolean {
  return /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}

/** Connection and caching headers, which we set ourselves. */
const ours: ReadonlySet<string> = new Set(["cache-control", "connection", "content-length", "keep-alive"]);
