import type * as z from "zod";
import type { Call } from "./call.ts";
import type { Delivery, DeliveryCall, Following, RawCall, Relay } from "./delivery.ts";
import type { ErrorName } from "./errors.ts";
import type { Role } from "./roles.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "ANY";

/**
 * Required credential of an operation. `admin`: an Admin API key, an Admin Console account or an Admin API token. `admin-or-file`: one
 * of those, or an account of the file in the body. `data-key`: a Data API key. `anyone`: none. `anywhere`: none, and calls from networks
 * that aren't allowed are accepted too, because health checks can come from anywhere. `own`: the operation checks its own credentials,
 * as the proxies do.
 */
export type Access = "admin" | "admin-or-file" | "data-key" | "anyone" | "anywhere" | "own";

/**
 * Response format of an operation. `envelope` (default): JSON in our envelope. `json`: JSON without it. `text`: another text format.
 * `page`: a Page for a user, including its forms. `bytes`: a head and streamed bytes. `events`: the envelope, or an event stream for
 * clients that accept one. `relay`: another server's response. `raw`: any protocol, written by the operation itself. `mcp`: the Model
 * Context Protocol, written by the operation itself and streamed; refusals have the format of this protocol.
 */
export type WayOfAnswering = "envelope" | "json" | "text" | "page" | "bytes" | "events" | "relay" | "raw" | "mcp";

/** True if another protocol than ours defines its input and its response. */
export function hasOwnProtocol({ answers }: Pick<Operation, "answers">): boolean {
  return answers === "relay" || answers === "raw" || answers === "mcp";
}

const streamed: ReadonlySet<WayOfAnswering> = new Set(["bytes", "events", "relay", "mcp"] as const);

/** True if the response is streamed. A Lambda function with one such operation streams all its responses. */
export function streamsAnswers({
  answers = "envelope",
  respondsEarly,
}: Pick<Operation, "answers" | "respondsEarly">): boolean {
  return streamed.has(answers) || respondsEarly === true;
}

/** True if it has an effect that a page of another origin must not cause with a user's cookie. */
export function hasEffect({ method, changes, grants }: Pick<Operation, "method" | "changes" | "grants">): boolean {
  return (method !== "GET" && method !== "HEAD") || typeof changes === "function" || grants !== undefined;
}

/** Operation of the service, defined once. Routes, input, output, documentation and client are derived from it. */
export interface Operation {
  readonly method: Method;
  /** `svc` is replaced by the service prefix. `{name}` matches one segment, `{name+}` the rest. */
  readonly path: `/svc/${string}`;
  /** For an operation with any method: the methods that it supports. Default: all. */
  readonly methods?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Required role, if the rule in `role-needed.ts` doesn't fit. */
  readonly role?: Role;
  /** Credential that the operation checks itself, for the documentation. */
  readonly credential?: "data-key" | "data-key-or-account" | "admin-key" | "metrics-token";
  /** Path parameters, query (GET, DELETE) or JSON body (others) in one object. */
  readonly input: z.ZodObject;
  /** Field that takes the body if that is a list. */
  readonly list?: string;
  /** Names in rows that are accepted as its fields, such as `is_odata` for `isOData`. */
  readonly rowNames?: Readonly<Record<string, string>>;
  /**
   * True if clients may send fields that we don't know: unknown fields are ignored and named in a second message of the response, also
   * if they are similar to known ones. A list: only within these fields. For the others see `unknown-fields.ts`.
   */
  readonly open?: true | readonly string[];
  /** Schema of `response`. Fields that it doesn't name aren't sent. */
  readonly output: z.ZodType;
  readonly answers?: WayOfAnswering;
  /** Maximum number of open responses per caller, if each costs something while its client keeps it open. For `events`: of streams. */
  readonly openPerCaller?: number;
  /** True if it continues to work after its response, which must reach the caller first: a buffered response would wait for the end. */
  readonly respondsEarly?: true;
  /**
   * True if its response contains a secret. It is never compressed, because its compressed size would tell how much of the caller's
   * input also occurs in the secret (BREACH attack).
   */
  readonly holdsSecret?: true;
  /** Content-Type of a `text` response. */
  readonly contentType?: string;
  /** Set if its body is bytes, which the use case streams. */
  readonly takes?: "bytes";
  /** Headers of every response of a `bytes` operation, including refusals. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Caching of its response. `constant`: a text or JSON that is the same for every call of this process. It is built and compressed once,
   * and has an ETag. A number: seconds that its caller, but no shared cache, can cache it. Refusals aren't cached.
   */
  readonly cache?: "constant" | number;
  /** Converts the output to a table for callers that request `text/csv`. The first row contains the column names. */
  readonly table?: (output: never) => readonly (readonly (string | number | null)[])[];
  /** Returns the HTTP status of the response. Default: 200. */
  readonly status?: (output: never, input: never) => number;
  /** Returns messages for the caller about a successful call, such as options without effect. They follow the first message, with code 0. */
  readonly notes?: (input: never, output: never) => readonly string[];
  /**
   * Returns the changed object for the audit trail, such as `data-key:7`. Called before the operation without output, and again
   * afterwards. Never a secret. `false` if nothing changes in spite of the method.
   */
  readonly changes?: false | ((input: never, output: never) => string | readonly string[] | undefined);
  /**
   * Explains the effect of a GET that doesn't change stored data, but grants a capability or starts work. With a cookie, such a GET
   * requires the same proof as a change.
   */
  readonly grants?: string;
  /** Errors in addition to those that all operations share. */
  readonly errors: readonly ErrorName[];
  /** Example of input and output. No output for relayed responses and documents. */
  readonly example?: { readonly input?: Readonly<Record<string, unknown>>; readonly output?: unknown };
}

export type Operations = Readonly<Record<string, Operation>>;

const changing: ReadonlySet<Method> = new Set(["POST", "PUT", "PATCH", "DELETE"] as const);

/**
 * True if unknown fields are rejected or named: if it can change something and no other protocol defines its input. Otherwise they are
 * ignored.
 */
export function knowsItsFields(operation: Pick<Operation, "method" | "answers" | "changes">): boolean {
  const { method, changes } = operation;
  if (hasOwnProtocol(operation)) return false;
  return changing.has(method) || (changes !== undefined && changes !== false);
}

/**
 * True if the caller is known before the body is read. Other bodies must be small, because reading, parsing and rejecting them costs
 * CPU.
 */
export function knowsCallerFirst({ access }: Pick<Operation, "access">): boolean {
  return access === "admin" || access === "data-key";
}

/** Returns the maximum size in bytes of a body that is read as a whole. */
export function maxBodyBytes(operation: Pick<Operation, "access">): number {
  return knowsCallerFirst(operation) ? 1_000_000 : 65_536;
}

/** Declares the operations of one resource, keeping their exact types. */
export function resource<const R extends Operations>(operations: R): R {
  return operations;
}

/** Implementation of a contract: a use case per operation, in the form that its response format requires. */
export type ServiceOf<R extends Operations> = { readonly [Name in keyof R]: UseCaseOf<R[Name]> };

type UseCaseOf<O extends Operation> = O extends { readonly answers: "relay" }
  ? Relay
  : O extends { readonly answers: "raw" | "mcp" }
    ? (input: z.output<O["input"]>, call: RawCall) => Promise<void>
    : O extends { readonly answers: "bytes" }
      ? (input: z.output<O["input"]>, call: DeliveryCall) => Promise<Delivery>
      : O extends { readonly answers: "events" }
        ? (input: z.output<O["input"]>, call: Call) => Promise<Following<z.input<O["output"]>>>
        : (input: z.output<O["input"]>, call: Call) => Promise<z.input<O["output"]>>;
