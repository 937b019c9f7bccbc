import type { Contracts, Process } from "./contract-types.ts";
import { type Delay, delay } from "./delay.ts";
import { type Change, type FollowLogOptions, type FollowOptions, follow, followLog, type LogLines } from "./follow.ts";
import { LatchkeyFailure } from "./latchkey-error.ts";
import { type OperationEntry, operationEntry } from "./operation-entry.ts";
import operations from "./operations.json" with { type: "json" };
import { baseUrlOf, type Fields } from "./request.ts";
import { type CallOptions, type Connection, isEnvelope, send } from "./send.ts";
import { type WaitOptions, type WaitTarget, waitFor } from "./wait-for.ts";

export type { Contracts, ErrorName, Process } from "./contract-types.ts";
export type { Change, FollowLogOptions, FollowOptions, LogLines } from "./follow.ts";
export { isLatchkeyError, type LatchkeyError } from "./latchkey-error.ts";
export type { CallOptions } from "./send.ts";
export type { WaitOptions, WaitTarget } from "./wait-for.ts";

export interface ClientOptions {
  /** Address of the service with its prefix, such as `https://fms.example.com/svc`. Without a path, the prefix is `svc`. */
  readonly url: string;
  /** Key or token, or a function that returns one for each call. Without it, a browser's session cookie is used. */
  readonly key?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** Headers of every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Maximum number of repetitions of a call. @default {2} */
  readonly maxRetries?: number | undefined;
  /** Longest `Retry-After` in seconds that the client waits for; longer ones are errors. @default {60} */
  readonly maxRetryAfterSeconds?: number | undefined;
  /** Function that sends requests. @default {fetch} */
  readonly fetch?: typeof fetch | undefined;
  /** Function that waits. @default {a timer} */
  readonly delay?: Delay | undefined;
}

interface Contract {
  readonly input: object;
  readonly output: unknown;
  readonly answers: string;
  readonly takesBytes: boolean;
}

type AnswerOf<C extends Contract> = C["answers"] extends "bytes" ? Response : C["output"];

/** True if an operation can be called without input. */
type IsOptional<Input> = Record<never, never> extends Input ? true : false;

type Call<C extends Contract> =
  IsOptional<C["input"]> extends true
    ? (input?: C["input"], options?: CallOptions) => Promise<AnswerOf<C>>
    : (input: C["input"], options?: CallOptions) => Promise<AnswerOf<C>>;

interface Pages<C extends Contract> {
  /** Yields all pages, from the first or from the cursor of the input. */
  pages(
    ...input: IsOptional<C["input"]> extends true
      ? [input?: C["input"], options?: CallOptions]
      : [C["input"], options?: CallOptions]
  ): AsyncGenerator<AnswerOf<C>, void, undefined>;
}

/** Method of an operation. Lists with a cursor also have `pages`. */
export type Method<C extends Contract> = C["output"] extends { readonly cursor: string | null }
  ? Call<C> & Pages<C>
  : Call<C>;

/** Client of a service: a method per operation, by resource. */
export type LatchkeyClient = {
  readonly [Resource in keyof Contracts]: {
    readonly [Name in keyof Contracts[Resource]]: Contracts[Resource][Name] extends Contract
      ? Method<Contracts[Resource][Name]>
      : never;
  };
} & {
  /** Address of the service with its prefix, without a trailing slash. */
  readonly url: string;
  /**
   * Sends any request, such as one of a newer service. `path` begins after the prefix, such as `/api/info`, or with `/svc`. Reads are
   * repeated like those of methods.
   */
  request(method: string, path: string, options?: CallOptions): Promise<Response>;
  /** Waits until a process has succeeded, and returns it. @throws LatchkeyError `process_failed` or `wait_timeout` */
  waitFor(target: WaitTarget, options?: WaitOptions): Promise<Process>;
  /** Yields changes of all objects as they happen. */
  follow(options?: FollowOptions): AsyncGenerator<Change, void, undefined>;
  /** Yields new lines of a log as they are written. */
  followLog(name: string, options?: FollowLogOptions): AsyncGenerator<LogLines, void, undefined>;
};

/** Creates a client. Nothing is sent until a method is called. @throws TypeError if the address isn't one */
export function createClient(options: ClientOptions): LatchkeyClient {
  const { url, key, headers = {}, maxRetries = 2, maxRetryAfterSeconds = 60 } = options;
  const connection: Connection = {
    baseUrl: baseUrlOf(url),
    key: typeof key === "string" ? () => key : key,
    headers,
    // Browsers refuse to call fetch as a method of another object.
    fetch: options.fetch ?? ((request, init) => fetch(request, init)),
    delay: options.delay ?? delay,
    maxRetries,
    maxRetryAfterSeconds,
  };
  const resources = Object.entries(operations).map(([resource, lines]) => [
    resource,
    Object.fromEntries(
      Object.entries(lines).map(([name, line]) => [
        name,
        methodOf(connection, operationEntry(`${resource}.${name}`, line)),
      ]),
    ),
  ]);
  return {
    ...Object.fromEntries(resources),
    url: connection.baseUrl,
    request: (method: string, path: string, given: CallOptions = {}) => {
      const isSafe = method === "GET" || method === "HEAD";
      const name = `${method} ${path}`;
      const entry: OperationEntry = {
        name,
        method,
        path: path.replace(/^\/svc(?=\/)/, ""),
        answers: "bytes",
        isSafe,
        takesBytes: true,
      };
      return send(connection, entry, {}, given);
    },
    waitFor: (target: WaitTarget, given: WaitOptions = {}) => waitFor(connection, target, given),
    follow: (given: FollowOptions = {}) => follow(connection, given),
    followLog: (name: string, given: FollowLogOptions = {}) => followLog(connection, name, given),
  } as LatchkeyClient;
}

function methodOf(connection: Connection, entry: OperationEntry) {
  const call = async (input: Fields = {}, options: CallOptions = {}): Promise<unknown> =>
    outputOf(await send(connection, entry, input, options), entry);
  async function* pages(input: Fields = {}, options: CallOptions = {}): AsyncGenerator<unknown, void, undefined> {
    let cursor: unknown;
    do {
      const page = (await call(cursor === undefined ? input : { ...input, cursor }, options)) as { cursor: unknown };
      yield page;
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
  }
  return Object.assign(call, { pages });
}

async function outputOf(answer: Response, { answers, name }: OperationEntry): Promise<unknown> {
  if (answers === "bytes") return answer;
  const text = await answer.text();
  if (answers === "text") return text;
  const body = parsed(text);
  if (answers === "json" && body !== undefined) return body;
  if (isEnvelope(body)) return body.response;
  const message = `The response of ${name} isn't from Latchkey. Check the address, and proxies on the way to it.`;
  throw new LatchkeyFailure("unknown_response", message, { status: answer.status, operation: name });
}

/** Parses JSON. Undefined if it isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
