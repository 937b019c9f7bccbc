import type { Following } from "#shared/contract/delivery.ts";
import { success } from "#shared/contract/envelope.ts";
import type { Exchange } from "../exchange.ts";
import { headerIn } from "../headers.ts";
import type { Answer } from "./answer.ts";
import { goneSignal } from "./drained.ts";
import { managementHeaders } from "./envelope.ts";

const retryMs = 1_000;

/** Result of operations with `events`. */
interface News {
  readonly events: readonly { readonly id: number }[];
  readonly position: number;
  /** False if earlier events are lost to the client. */
  readonly isComplete: boolean;
}

/** True if a client requests an event stream. */
export function wantsEvents({ call, route }: Exchange): boolean {
  if (route?.operation.answers !== "events" || call.method !== "GET") return false;
  return /\btext\/event-stream\b/i.test(headerIn(call.headers, "accept") ?? "");
}

/** Returns new events as JSON or as a continuing event stream. `checked` removes fields that aren't in the contract. */
export function eventsAnswer(
  exchange: Exchange,
  { first, following }: Following<unknown>,
  checked: (output: unknown) => unknown,
): Answer {
  const answer = checked(first);
  if (!wantsEvents(exchange))
    return {
      status: 200,
      headers: managementHeaders,
      body: JSON.stringify(success(answer as Record<string, unknown>)),
    };
  return {
    status: 200,
    headers: {
      ...managementHeaders,
      "Content-Type": "text/event-stream; charset=utf-8",
      "X-Accel-Buffering": "no",
    },
    body: messages(answer as News, following(goneSignal(exchange.call.answer)), checked),
  };
}

async function* messages(
  first: News,
  following: AsyncIterable<unknown>,
  checked: (output: unknown) => unknown,
): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n${messagesOf(first)}`;
  for await (const news of following) yield news === undefined ? ": still here\n\n" : messagesOf(checked(news) as News);
}

function messagesOf({ events, position, isComplete }: News): string {
  const missed = isComplete ? "" : `id: ${position}\nevent: missed\ndata: {}\n\n`;
  return missed + events.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
