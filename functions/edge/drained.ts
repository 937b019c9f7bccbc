import { once } from "node:events";
import type { AnswerStream } from "../../shared/proxy/proxy-call.ts";

/** Resolves when the client has taken enough of it, or has left. */
export async function drained(answer: AnswerStream): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(answer, "drain", { signal }), once(answer, "close", { signal })]).finally(() =>
    waiting.abort(),
  );
}
