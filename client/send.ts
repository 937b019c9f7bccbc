import type { Delay } from "./delay.ts";
import codes from "./error-codes.json" with { type: "json" };
import { type LatchkeyError, LatchkeyFailure } from "./latchkey-error.ts";
import type { OperationEntry } from "./operation-entry.ts";
import { type Fields, requestOf } from "./request.ts";

export interface CallOptions {
  /** Aborts the call, its retries and its waits. The call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Headers in addition to the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Body of an operation that takes bytes. */
  readonly body?: RequestInit["body"] | undefined;
}

export interface Connection {
  readonly baseUrl: string;
  /** Returns the credential for the `Authorization` header. */
  readonly key?: (() => string | undefined | Promise<string | undefined>) | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly delay: Delay;
  readonly maxRetries: number;
  readonly maxRetryAfterSeconds: number;
}

const firstPauseMs = 500;

/**
 * Sends a call and returns its successful response. Repeats reads when there was no response or a gateway or the service was
 * unavailable, and any call that the service refused with a time to wait (429 and `Retry-After`). Never repeats a change that can have
 * happened.
 */
export async function send(
  connection: Connection,
  entry: OperationEntry,
  input: Fields,
  options: CallOptions,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await sendOnce(connection, entry, input, options);
    if (answer instanceof Response) return answer;
    const pauseMs = repeatAfterMs(answer, entry, attempt, connection.maxRetryAfterSeconds);
    if (attempt >= connection.maxRetries || pauseMs === undefined || isSpent(options.body)) throw answer;
    await connection.delay(pauseMs, options.signal);
  }
}

async function sendOnce(
  { baseUrl, key, headers, fetch }: Connection,
  entry: OperationEntry,
  input: Fields,
  { signal, headers: more, body }: CallOptions,
): Promise<Response | LatchkeyError> {
  const request = requestOf(baseUrl, entry, input, body);
  const credential = await key?.();
  const init = {
    method: entry.method,
    headers: {
      ...(entry.answers !== "bytes" && { Accept: "application/json" }),
      ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
      ...request.headers,
      ...headers,
      ...more,
    },
    ...(request.body !== undefined && { body: request.body, duplex: "half" as const }),
    ...(signal !== undefined && { signal }),
  };
  let answer: Response;
  try {
    answer = await fetch(request.url, init);
  } catch (cause) {
    signal?.throwIfAborted();
    const message = `${new URL(baseUrl).host} can't be reached${reasonOf(cause)}. Check the address and the network.`;
    return new LatchkeyFailure("unreachable", message, { status: 0, operation: entry.name, cause });
  }
  return answer.ok || (entry.answers === "bytes" && answer.status === 304) ? answer : errorOf(answer, entry);
}

async function errorOf(answer: Response, { name: operation }: OperationEntry): Promise<LatchkeyError> {
  const body: unknown = await answer.json().catch(() => undefined); // A body that isn't JSON isn't the service's: see below.
  const facts = {
    status: answer.status,
    operation,
    requestId: answer.headers.get("X-Request-Id") ?? undefined,
    retryAfterSeconds: secondsOf(answer.headers.get("Retry-After")),
  };
  const [message] = isEnvelope(body) ? body.messages : [];
  if (message === undefined || !isEnvelope(body)) {
    const text = `The response with status ${answer.status} isn't from Latchkey. Check the address, and proxies on the way to it.`;
    return new LatchkeyFailure("unknown_response", text, facts);
  }
  const name = (codes as Readonly<Record<string, string>>)[message.code] ?? "unknown_error";
  return new LatchkeyFailure(name, message.text, {
    ...facts,
    code: message.code,
    response: body.response,
  }) as LatchkeyError;
}

/** Returns the pause before the call can be repeated. Undefined: it must not be repeated. */
function repeatAfterMs(
  { status, name, retryAfterSeconds }: LatchkeyError,
  { isSafe }: OperationEntry,
  attempt: number,
  maxRetryAfterSeconds: number,
): number | undefined {
  if (retryAfterSeconds !== undefined && retryAfterSeconds > maxRetryAfterSeconds) return undefined;
  if (status === 429 && retryAfterSeconds !== undefined) return retryAfterSeconds * 1000;
  const isTemporary = name === "unreachable" || [429, 502, 503, 504].includes(status);
  if (!isSafe || !isTemporary) return undefined;
  // Clients that failed together don't come back together.
  return retryAfterSeconds === undefined
    ? firstPauseMs * 2 ** attempt * (0.5 + Math.random() / 2)
    : retryAfterSeconds * 1000;
}

/** True for bodies that can be sent only once. */
function isSpent(body: CallOptions["body"]): boolean {
  return body instanceof ReadableStream || (typeof body === "object" && body !== null && Symbol.asyncIterator in body);
}

/** Parses Retry-After: seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function reasonOf(thrown: unknown): string {
  const code = (thrown as { readonly cause?: { readonly code?: unknown } } | undefined)?.cause?.code;
  return typeof code === "string" ? ` (${code})` : "";
}

interface Envelope {
  readonly messages: readonly { readonly code: number; readonly text: string }[];
  readonly response: Readonly<Record<string, unknown>>;
}

export function isEnvelope(body: unknown): body is Envelope {
  return typeof body === "object" && body !== null && "messages" in body && Array.isArray(body.messages);
}
