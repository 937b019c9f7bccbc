import type * as z from "zod";
import type { Call } from "./call.ts";
import type { Delivery, DeliveryCall, Following, RawCall, Relay } from "./delivery.ts";
import type { ErrorName, ServiceError } from "./errors.ts";
import type { Role } from "./roles.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "ANY";

/**
 * Who may call an operation. `admin`: an Admin API Key, an Admin Console account or an Admin API token.
 * `admin-or-file`: one of those, or without any an account of the file that it is about, in the body.
 * `data-key`: a Data API Key. `anyone`: no credential is asked for. `own`: the operation checks its own credentials, as the proxies do.
 */
export type Access = "admin" | "admin-or-file" | "data-key" | "anyone" | "own";

/**
 * How an operation answers. `envelope` (where nothing else is said): JSON in our envelope. `json`: JSON without it. `text`: a format of its own.
 * `page`: a Page for a user, whose forms it takes. `bytes`: a head and bytes, sent as they come. `events`: the envelope, or an event stream to
 * clients that ask for one. `relay`: what another server says. `raw`: whatever its own protocol says, written by the operation itself.
 */
export type WayOfAnswering = "envelope" | "json" | "text" | "page" | "bytes" | "events" | "relay" | "raw";

/** Whether an answer is sent as it comes: a function with one such operation streams all its answers on Lambda. */
export function streamsAnswers({
  answers,
  answersEarly,
  streams,
}: Pick<Operation, "answers" | "answersEarly" | "streams">): boolean {
  return (
    answers === "bytes" || answers === "events" || answers === "relay" || answersEarly === true || streams === true
  );
}

/** Whether doing it is an effect that a page of another origin must not cause with a user's cookie (S2). */
export function hasEffect({ method, changes, grants }: Pick<Operation, "method" | "changes" | "grants">): boolean {
  return (method !== "GET" && method !== "HEAD") || typeof changes === "function" || grants !== undefined;
}

/** A refusal as a protocol other than ours says it; its status is the error's own. */
export interface Refusal {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One thing that the service does, said once: route, input, answer, documentation and client are read from it. */
export interface Operation {
  readonly method: Method;
  /** `svc` stands for the service prefix. `{name}` takes one segment, `{name+}` the rest. */
  readonly path: `/svc/${string}`;
  /** Of an operation for any method, those that it takes; all where it says nothing. */
  readonly methods?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** The role that it needs, where the rule of `role-needed.ts` is not right for it. */
  readonly role?: Role;
  /** What an operation checks itself, for the documentation. */
  readonly credential?: "data-key" | "data-key-or-account" | "admin-key" | "metrics-token";
  /** It is answered whatever networks the service may be called from: what looks whether it runs may be anywhere. */
  readonly isForAnyNetwork?: true;
  /** Path parameters, query (GET, DELETE) or JSON body (others), in one object. */
  readonly input: z.ZodObject;
  /** Maximum size of a body in bytes, where `maxBodyBytes` is not right for it. */
  readonly bodyBytes?: number;
  /** The field that a body which is a list stands for. */
  readonly list?: string;
  /** Names that rows have for its fields, and which are taken as those fields: `is_odata` for `isOData`. */
  readonly rowNames?: Readonly<Record<string, string>>;
  /**
   * Where it is not known what else clients send: a field that no schema names is passed over, and a second message of the
   * answer names it. Everywhere else it is refused. A list: only within these fields.
   */
  readonly open?: true | readonly string[];
  /** What `response` holds. What it does not name is not sent. */
  readonly output: z.ZodType;
  readonly answers?: WayOfAnswering;
  /** Answers that a caller can have under way at a time, where each costs something for as long as its client keeps it open. Of `events`, the streams. */
  readonly openPerCaller?: number;
  /** Of a `raw` operation: sends its answer as it comes. */
  readonly streams?: true;
  /** Of a `raw` operation: how its protocol says a refusal, in place of our envelope. */
  readonly refusal?: (error: ServiceError) => Refusal;
  /** Goes on working behind its answer, which has to reach the caller before that: an answer that is handed over whole waits for the end. */
  readonly answersEarly?: true;
  /**
   * Its answer holds a secret. It is never compressed: how much shorter an answer gets says how much of what the caller sent stands in the secret too
   * (the attack is known as BREACH).
   */
  readonly holdsSecret?: true;
  /** What a `text` answer is, as its Content-Type says. */
  readonly contentType?: string;
  /** Its body is bytes, which the use-case takes as they come. */
  readonly takes?: "bytes";
  /** What every answer of a `bytes` operation carries, refusals too. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Its answer, as text or JSON, is the same for every call of this process: it is built and compressed once, and has an ETag. */
  readonly isConstant?: true;
  /** How long its caller, and nobody between, may keep its answer. Refusals are not kept. */
  readonly keptSeconds?: number;
  /** Its answer as a table, the first row naming the columns, for callers that ask for `text/csv`. */
  readonly table?: (output: never) => readonly (readonly (string | number | null)[])[];
  /** The HTTP status of an answer, where 200 is not always right. */
  readonly status?: (output: never, input: never) => number;
  /**
   * What it is done to, as the audit trail names it: `data-key:7`. Asked before it is done, with no output yet, and again
   * afterwards. Never a secret. `false` where nothing changes in spite of the method.
   */
  readonly changes?: false | ((input: never, output: never) => string | readonly string[] | undefined);
  /**
   * A GET that changes nothing of ours, but gives a capability away or starts work: what it does, for the reader. On the strength
   * of a cookie it wants the same proof as a change.
   */
  readonly grants?: string;
  /** Refusals beyond those that every operation shares. */
  readonly errors: readonly ErrorName[];
  /** What a caller may send, and what comes back; no output where that is another server's, or a document. */
  readonly example?: { readonly input?: Readonly<Record<string, unknown>>; readonly output?: unknown };
}

export type Operations = Readonly<Record<string, Operation>>;

const changing: ReadonlySet<Method> = new Set(["POST", "PUT", "PATCH", "DELETE"] as const);

/**
 * Whether a field that no schema names is refused where the operation is not open: where something may be changed, unless
 * another protocol than ours says what may be sent. Elsewhere it is ignored.
 */
export function knowsItsFields({
  method,
  answers,
  changes,
}: Pick<Operation, "method" | "answers" | "changes">): boolean {
  if (answers === "relay" || answers === "raw") return false;
  return changing.has(method) || (changes !== undefined && changes !== false);
}

/** True if it is known who calls before the body is read. Other bodies have to be small: reading, parsing and refusing one costs CPU. */
export function knowsCallerFirst({ access }: Pick<Operation, "access">): boolean {
  return access === "admin" || access === "data-key";
}

/** Maximum size in bytes of a body that is read as a whole. */
export function maxBodyBytes({ access, bodyBytes }: Pick<Operation, "access" | "bodyBytes">): number {
  return bodyBytes ?? (knowsCallerFirst({ access }) ? 1_000_000 : 16_384);
}

/** Declares the operations of one resource, keeping their exact types. */
export function resource<const R extends Operations>(operations: R): R {
  return operations;
}

/** What a service has to offer for its contract: a use-case per operation, in the form that its way of answering needs. */
export type ServiceOf<R extends Operations> = { readonly [Name in keyof R]: UseCaseOf<R[Name]> };

type UseCaseOf<O extends Operation> = O extends { readonly answers: "relay" }
  ? Relay
  : O extends { readonly answers: "raw" }
    ? (input: z.output<O["input"]>, call: RawCall) => Promise<void>
    : O extends { readonly answers: "bytes" }
      ? (input: z.output<O["input"]>, call: DeliveryCall) => Promise<Delivery>
      : O extends { readonly answers: "events" }
        ? (input: z.output<O["input"]>, call: Call) => Promise<Following<z.input<O["output"]>>>
        : (input: z.output<O["input"]>, call: Call) => Promise<z.input<O["output"]>>;
