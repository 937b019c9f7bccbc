import { CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";

/** What is sent to a server elsewhere. */
export interface OutgoingEvent {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SendingOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Those after which no further attempt would help. */
  readonly finalStatuses?: readonly number[];
}

/** How sending it ended, in the terms of a delivery's attempt. */
export type SendingEnd =
  | { readonly outcome: "delivered"; readonly status: number; readonly answer: string }
  | {
      readonly outcome: "failed";
      readonly status: number | null;
      readonly reason: string;
      readonly answer?: string;
      readonly retryAfterMs?: number;
    }
  | { readonly outcome: "refused"; readonly status: number | null; readonly reason: string; readonly answer?: string };

/** How long a receiver may take, and how much of its answer is read (R6.5). */
const timeoutMs = 15_000;
const largestBytes = 64 * 1024;
/** Of an answer, what is kept to be looked at. */
const mostKeptCharacters = 2_000;

/** How long a sender waits for the end of one attempt at most. Milliseconds. */
export const longestSendingMs = timeoutMs;

/** Statuses that say when to come again. */
const busy = new Set([429, 502, 503, 504]);

/** Posts an event to a server elsewhere (R6.5). Never rejects for what the other side does. */
export async function sendEvent(
  callouts: Pick<Callouts, "call">,
  { url, headers, body }: OutgoingEvent,
  { now, finalStatuses = [410] }: SendingOptions,
): Promise<SendingEnd> {
  try {
    const port = url.port === "" ? {} : { port: Number(url.port) };
    const called = await callouts.call({ url, method: "POST", headers, body, timeoutMs, largestBytes, ...port });
    const { status } = called;
    const answer = new TextDecoder().decode(called.body).slice(0, mostKeptCharacters);
    if (status >= 200 && status < 300) return { outcome: "delivered", status, answer };
    const reason = failureOf(url.host, status);
    if (finalStatuses.includes(status)) return { outcome: "refused", status, reason, answer };
    const retryAfterMs = busy.has(status) ? pauseIn(called.header("retry-after"), now) : undefined;
    return { outcome: "failed", status, reason, answer, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  } catch (thrown) {
    if (thrown instanceof CalloutRefused) return { outcome: "refused", status: null, reason: thrown.message };
    if (thrown instanceof CalloutFailed) return { outcome: "failed", status: null, reason: thrown.message };
    throw thrown;
  }
}

function failureOf(host: string, status: number): string {
  if (status >= 300 && status < 400) return `${host} redirects (HTTP ${status}), which is not followed.`;
  return `${host} answered with HTTP ${status}.`;
}

/** How long `Retry-After` asks to wait, which names seconds, fractions of them by some servers, or a date. Milliseconds. */
function pauseIn(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const pauseMs = Number.isFinite(Number(value)) ? Number(value) * 1000 : Date.parse(value) - now;
  return pauseMs > 0 ? Math.ceil(pauseMs) : undefined;
}
