import type { Following } from "#shared/contract/delivery.ts";
import { success } from "#shared/contract/envelope.ts";
import type { Exchange } from "../exchange.ts";
import { headerIn } from "../headers.ts";
import type { Answer } from "./answer.ts";
import { goneSignal } from "./drained.ts";
import { managementHeaders } from "./envelope.ts";

const retryMs = 1_000;

/** What operations with `events` answer. */
interface News {
  readonly events: readonly { readonly id: number }[];
  readonly position: number;
  /** False where events before these are lost to the client. */
  readonly isComplete: boolean;
}

/** Whether a client asks for an event stream. */
export function wantsEvents({ call, route }: Exchange): boolean {
  if (route?.operation.answers !== "events" || call.method !== "GET") return false;
  return /\btext\/event-stream\b/i.test(headerIn(call.headers, "accept") ?? "");
}

/** What is new as JSON, or as an event stream that goes on. `checked` leaves out what the contract does not name. */
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
