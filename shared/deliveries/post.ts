import { cutToBytes } from "#shared/contract/texts/cut-to-bytes.ts";
import { type CalloutAnswer, CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { AttemptEnd } from "./delivery-kind.ts";

/** Request to a receiver. */
export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Statuses after which no retry would help, in addition to 410. */
  readonly finalStatuses?: readonly number[];
}

/** Timeout of a response, and the maximum size that is read of it. */
export const answerMs = 15_000;
const maxAnswerBytes = 64_000;
/** Maximum size of the stored response in bytes. */
const maxKeptBytes = 4_000;

/** Statuses of a receiver that needs a pause. */
const busyStatuses = new Set([429, 502, 503, 504]);

/** Result of an attempt. `isGone` is true if the receiver never wants events again. */
export type PostEnd = AttemptEnd & { readonly isGone?: boolean };

/** Sends a body to a receiver. A 2xx status is success; others are retried. Never rejects because of the other side. */
export type Post = (posting: Posting) => Promise<PostEnd>;

export function posts({
  callouts,
  clock,
}: {
  readonly callouts: Pick<Callouts, "call">;
  readonly clock: Pick<Clock, "now">;
}): Post {
  return async ({ url, headers, body, finalStatuses = [] }) => {
    const address = new URL(url);
    const port = address.port === "" ? {} : { port: Number(address.port) };
    const limits = { timeoutMs: answerMs, largestBytes: maxAnswerBytes };
    try {
      const answer = await callouts.call({ url: address, method: "POST", headers, body, ...limits, ...port });
      return endOf(answer, clock.now(), finalStatuses);
    } catch (thrown) {
      if (thrown instanceof CalloutRefused) return { outcome: "refused", status: null, reason: thrown.message };
      if (thrown instanceof CalloutFailed) return { outcome: "failed", status: null, reason: thrown.message };
      throw thrown;
    }
  };
}

function endOf({ status, header, body }: CalloutAnswer, now: number, finalStatuses: readonly number[]): PostEnd {
  const answer = cutToBytes(Buffer.from(body).toString("utf8"), maxKeptBytes);
  if (status >= 200 && status <= 299) return { outcome: "delivered", status, answer };
  const reason = `The receiver responded with HTTP ${status}`;
  if (status === 410)
    return {
      outcome: "refused",
      status,
      answer,
      reason: `${reason}: the address no longer accepts deliveries`,
      isGone: true,
    };
  if (finalStatuses.includes(status)) return { outcome: "refused", status, answer, reason };
  const retryAfterMs = busyStatuses.has(status) ? retryAfter(header("retry-after"), now) : undefined;
  return { outcome: "failed", status, answer, reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Parses a Retry-After header: seconds, or an HTTP date. Returns milliseconds. */
function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
