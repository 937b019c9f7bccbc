import { once } from "node:events";
import type { Writable } from "node:stream";
import type { AnswerStream } from "#shared/ports/http-call.ts";

/** Resolves when the client has taken enough of what was written for it, or has gone. */
export async function drained(answer: Writable): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(answer, "drain", { signal }), once(answer, "close", { signal })]).finally(() =>
    waiting.abort(),
  );
}

/** A signal that aborts when the client no longer takes the answer. */
export function goneSignal(answer: AnswerStream): AbortSignal {
  const gone = new AbortController();
  answer.once("close", () => gone.abort(left));
  answer.once("error", () => gone.abort(left));
  return gone.signal;
}

/** One for all: every answer ends with it, and an error that is made anew says where. */
const left = new DOMException("The client takes no more of the answer", "AbortError");
