import type { APIGatewayProxyResult } from "aws-lambda";
import type { Operations, ServiceOf } from "../../shared/contract/operation.ts";
import type { EventFeed, News } from "../../shared/events/feed.ts";
import { reasonOf } from "../../shared/ports/background.ts";
import type { AnswerStream, ProxyCall } from "../../shared/proxy/proxy-call.ts";
import { provided } from "../wiring/foundation.ts";
import { callEvent } from "./call-event.ts";
import { drained } from "./drained.ts";
import { headerOf } from "./input.ts";
import { templatesOf } from "./routes.ts";
import { serve } from "./serve.ts";
import type { StreamHandler } from "./stream.ts";

/** After so long a stream ends, and its client comes back: whoever may no longer read is noticed then, and no function runs out of time. */
const streamMs = 5 * 60_000;
/** Proxies in between take a silent connection for a dead one. */
const heartbeatMs = 15_000;
const retryMs = 1_000;

/** The handler of operations that answer JSON, or an event stream to clients that ask for one. Whoever calls is checked as for any other. */
export function follow<R extends Operations>(
  resource: R,
  service: () => ServiceOf<R>,
  feed: () => EventFeed,
): StreamHandler {
  const handle = serve(resource, service);
  const templates = templatesOf(resource);
  return async (call) => {
    const event = callEvent(call, templates);
    const wantsStream = /\btext\/event-stream\b/i.test(headerOf(event, "accept") ?? "") && call.method === "GET";
    const lastSeen = headerOf(event, "last-event-id");
    if (wantsStream && lastSeen !== undefined && /^\d{1,15}$/.test(lastSeen))
      event.multiValueQueryStringParameters = { ...event.multiValueQueryStringParameters, since: [lastSeen] };
    const result = await handle(event, {});
    call.body.resume();
    if (!wantsStream || result.statusCode !== 200) return answerWhole(call, result);
    call.answer.writeHead(200, [
      ...headerPairs(result),
      "Content-Type",
      "text/event-stream; charset=utf-8",
      "X-Accel-Buffering",
      "no",
    ]);
    await streamEvents(call.answer, feed(), JSON.parse(result.body).response as News);
  };
}

/** Writes news until the time is over, the client has left, or the service stops. */
async function streamEvents(answer: AnswerStream, feed: EventFeed, first: News): Promise<void> {
  const { clock, log } = provided();
  const gone = new AbortController();
  answer.once("close", () => gone.abort());
  answer.once("error", () => gone.abort());
  const until = clock.now() + streamMs;
  let position = first.position;
  try {
    await written(answer, `retry: ${retryMs}\n\n${messagesOf(first)}`);
    while (!gone.signal.aborted && !feed.isClosed && clock.now() < until) {
      const news = await feed.next(position, Math.min(heartbeatMs, until - clock.now()), gone.signal);
      position = news?.position ?? position;
      if (!gone.signal.aborted) await written(answer, news === undefined ? ": still here\n\n" : messagesOf(news));
    }
  } catch (thrown) {
    // The client comes back, and finds what it has missed.
    log.error({ event: "events_broken", reason: reasonOf(thrown) });
  }
  if (!answer.destroyed) answer.end();
}

function messagesOf({ events, position, isComplete }: News): string {
  const missed = isComplete ? "" : `id: ${position}\nevent: missed\ndata: {}\n\n`;
  return missed + events.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

async function written(answer: AnswerStream, text: string): Promise<void> {
  if (!answer.destroyed && !answer.write(text)) await drained(answer);
}

function answerWhole({ answer, method }: ProxyCall, result: APIGatewayProxyResult): void {
  const bytes = Buffer.from(result.body);
  const type = String(result.headers?.["Content-Type"] ?? "application/json; charset=utf-8");
  answer.writeHead(result.statusCode, [
    ...headerPairs(result),
    "Content-Type",
    type,
    "Content-Length",
    String(bytes.length),
  ]);
  answer.end(method === "HEAD" ? undefined : bytes);
}

function headerPairs({ headers = {} }: APIGatewayProxyResult): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (name === "Content-Type" ? [] : [name, String(value)]));
}
