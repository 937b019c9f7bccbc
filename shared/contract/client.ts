import type * as z from "zod";
import { Envelope } from "./envelope.ts";
import { type Operation, type Operations, pathParameters, type WayOfAnswering } from "./operation.ts";

/** How a client reaches the service. `fetch` is the platform's own, in browsers and in Node. */
export interface ClientOptions {
  /** Such as `https://fms.example.com`. */
  readonly baseUrl: string;
  /** First segment of every path. Default `svc`. */
  readonly prefix?: string;
  /** Value of the Authorization header. Left out where a session cookie speaks for the caller. */
  readonly authorization?: string;
  readonly fetch?: typeof fetch;
}

/** Ways of answering that are not JSON of ours. */
type NotForClients = "bytes" | "page" | "raw" | "relay" | "text";
const notForClients: ReadonlySet<WayOfAnswering> = new Set<NotForClients>(["bytes", "page", "raw", "relay", "text"]);

/** A function per operation: its input as an argument, its answer without the envelope. @throws CallRefused */
export type ClientOf<R extends Operations> = {
  readonly [Name in keyof R as R[Name] extends { answers: NotForClients } ? never : Name]: (
    input: z.input<R[Name]["input"]>,
    signal?: AbortSignal,
  ) => Promise<z.output<R[Name]["output"]>>;
};

/** The service refused a call, or what answered was not the service. */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
  readonly status: number;
  /** Number in the error catalogue; undefined when the answer was no envelope. */
  readonly code: number | undefined;
  readonly response: Readonly<Record<string, unknown>>;

  constructor(status: number, code: number | undefined, text: string, response: Readonly<Record<string, unknown>>) {
    super(text);
    this.status = status;
    this.code = code;
    this.response = response;
  }
}

/** The client of a resource, read from its contract. */
export function clientOf<R extends Operations>(resource: R, options: ClientOptions): ClientOf<R> {
  const calls = Object.entries(resource)
    .filter(([, { answers = "envelope" }]) => !notForClients.has(answers))
    .map(([name, operation]) => [name, callOf(operation, options)]);
  return Object.fromEntries(calls) as ClientOf<R>;
}

function callOf(operation: Operation, { baseUrl, prefix = "svc", authorization, fetch: send = fetch }: ClientOptions) {
  return async (input: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown> => {
    const { path, rest } = filled(operation.path, input);
    const inQuery = operation.method === "GET" || operation.method === "DELETE";
    const query = inQuery ? queryOf(rest) : "";
    const answer = await send(`${baseUrl}/${prefix}${path.slice("/svc".length)}${query}`, {
      method: operation.method,
      headers: {
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(!inQuery && { "Content-Type": "application/json" }),
      },
      ...(!inQuery && { body: JSON.stringify(rest) }),
      ...(signal !== undefined && { signal }),
    });
    const body: unknown = await answer.json().catch(() => undefined); // No JSON at all is told by the refusal below.
    if (operation.answers === "json" && answer.ok) return operation.output.parse(body);
    const envelope = Envelope.safeParse(body);
    if (!envelope.success)
      throw new CallRefused(answer.status, undefined, `HTTP ${answer.status} without an envelope`, {});
    const { messages, response } = envelope.data;
    const [message] = messages;
    if (!answer.ok || message?.code !== 0)
      throw new CallRefused(answer.status, message?.code, message?.text ?? "", response);
    return operation.output.parse(response);
  };
}

function filled(template: string, input: Readonly<Record<string, unknown>>) {
  const names = new Set(pathParameters(template));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  return { path, rest: Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name))) };
}

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value !== undefined) query.append(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}
