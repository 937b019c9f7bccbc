import { get, type IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** Repeats a request until the answer is 200, even while no server listens. */
export async function firstAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  while ((await statusOf(url, headers, signal)) !== 200) await wait(ASK_AGAIN_MS, undefined, { signal });
}

const ASK_AGAIN_MS = 3;

/** Returns the status of an answer; undefined without an answer. */
function statusOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const answered = (answer: IncomingMessage) => {
      answer.resume().once("close", () => resolve(answer.statusCode));
    };
    get(url, { agent: false, headers, signal }, answered).once("error", () => resolve(undefined));
  });
}
