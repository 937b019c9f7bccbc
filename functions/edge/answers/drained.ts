import { once } from "node:events";
import type { Writable } from "node:stream";
import type { AnswerStream } from "#shared/ports/http-call.ts";

/** Resolves when the client has read enough of the written data, or has disconnected. */
export async function drained(answer: Writable): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(answer, "drain", { signal }), once(answer, "close", { signal })]).finally(() =>
    waiting.abort(),
  );
}

/** Returns a signal that aborts when the client stops reading the response. */
export function goneSignal(answer: AnswerStream): AbortSignal {
  const gone = new AbortController();
  answer.once("close", () => gone.abort(left));
  answer.once("error", () => gone.abort(left));
  return gone.signal;
}

/** Shared by all answers: each answer ends with it, and creating an error captures a stack trace. */
const left = new DOMException("The client stopped reading the response", "AbortError");
