import { messages } from "../messages/messages.ts";
import { configuration } from "./configuration.ts";
import { noteReached, noteUnreached } from "./connection.ts";
import type { Address, InputOf, OutputOf } from "./operations.ts";
import { Refused } from "./refused.ts";
import { noteServiceTime } from "./service-clock.ts";

/** Calls the service as the signed-in user, with the session cookie. @throws Refused */
export async function call<A extends Address>(
  address: A,
  input: InputOf<A>,
  signal?: AbortSignal,
): Promise<OutputOf<A>> {
  const { method, url, body } = requestOf(address, input as Readonly<Record<string, unknown>>);
  const askedAt = Date.now();
  const answer = await fetch(url, {
    method,
    credentials: "same-origin",
    // Long tasks are shown while they run.
    headers: { Prefer: "respond-async", ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body }),
    ...(signal !== undefined && { signal }),
  }).catch((thrown: unknown) => {
    if (signal?.aborted) throw thrown;
    noteUnreached();
    throw new Refused(messages.connection.unreachable, { status: 0, operation: address });
  });
  noteReached();
  noteServiceTime(answer.headers.get("Date"), askedAt, Date.now());
  const envelope: unknown = await answer.json().catch(() => undefined); // An answer without JSON becomes the error below.
  if (answer.ok && isEnvelope(envelope)) return envelope.response as OutputOf<A>;
  const [message] = isEnvelope(envelope) ? envelope.messages : [];
  const retryAfter = answer.headers.get("Retry-After");
  throw new Refused(message?.text ?? messages.connection.notService(answer.status), {
    status: answer.status,
    code: message?.code,
    requestId: answer.headers.get("X-Request-Id") ?? undefined,
    operation: address,
    response: isEnvelope(envelope) ? envelope.response : undefined,
    retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
  });
}

/** Returns a call as it is sent. */
export function requestOf(address: Address, input: Readonly<Record<string, unknown>>) {
  const [method = "", template = ""] = address.split(" ");
  const named = new Set<string>();
  const path = template.slice("/svc".length).replace(/\{(\w+)\}/g, (_, name: string) => {
    named.add(name);
    return encodeURIComponent(String(input[name]));
  });
  const rest = Object.entries(input).filter(([name, value]) => !named.has(name) && value !== undefined);
  const base = `/${configuration().prefix}${path}`;
  if (method !== "GET" && method !== "DELETE")
    return { method, url: base, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]));
  return { method, url: query.size === 0 ? base : `${base}?${query}`, body: undefined };
}

interface Wrapped {
  readonly messages: readonly { readonly code: number; readonly text: string }[];
  readonly response: unknown;
}

function isEnvelope(body: unknown): body is Wrapped {
  return typeof body === "object" && body !== null && "messages" in body && Array.isArray(body.messages);
}
