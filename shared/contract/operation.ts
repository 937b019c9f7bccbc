import type * as z from "zod";
import type { Call } from "./call.ts";
import type { ErrorName } from "./errors.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "ANY";

/**
 * Who may call an operation. `admin`: an Admin API Key, an Admin Console account or an Admin API token.
 * `admin-or-file`: one of those, or without any an account of the file that it is about, in the body.
 * `data-key`: a Data API Key. `anyone`: no credential is asked for. `own`: the operation checks its own credentials, as the proxies do.
 */
export type Access = "admin" | "admin-or-file" | "data-key" | "anyone" | "own";

/** One thing that the service does, said once: route, input, answer, documentation and client are read from it. */
export interface Operation {
  readonly method: Method;
  /** `svc` stands for the service prefix. `{name}` takes one segment, `{name+}` the rest. */
  readonly path: `/svc/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** The kind of key that an operation checks itself, for the documentation. */
  readonly credential?: "data-key" | "admin-key";
  /** Path parameters, query (GET, DELETE) or JSON body (others), in one object. */
  readonly input: z.ZodObject;
  /** The field that a body which is a list stands for. */
  readonly list?: string;
  /** What `response` holds. What it does not name does not leave the house. */
  readonly output: z.ZodType;
  /** `events` answers the envelope, or an event stream to clients that ask for one. `stream` operations relay what another server says; `json` answers without the envelope, `text` in a format of its own, `page` with a Page for a person, whose forms it takes. Default `envelope`. */
  readonly answers?: "envelope" | "json" | "text" | "page" | "events" | "stream";
  /** What a `text` answer is, as its Content-Type says. */
  readonly contentType?: string;
  /** Its body is bytes, which the use-case takes as they come. */
  readonly takes?: "bytes";
  /** What every answer of a `stream` operation carries, refusals too. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The HTTP status of an answer, where 200 is not always right. */
  readonly status?: (output: never) => number;
  /**
   * What it is done to, as the audit trail names it: `data-key:7`. Asked before it is done, with no output yet, and again
   * afterwards. Never a secret. `false` where nothing changes in spite of the method.
   */
  readonly changes?: false | ((input: never, output: never) => string | readonly string[] | undefined);
  /** Refusals beyond those that every operation shares. */
  readonly errors: readonly ErrorName[];
  /** What a caller may send, and what comes back; no output where that is another server's, or a document. */
  readonly example?: { readonly input?: Readonly<Record<string, unknown>>; readonly output?: unknown };
}

export type Operations = Readonly<Record<string, Operation>>;

/** Declares the operations of one resource, keeping their exact types. */
export function resource<const R extends Operations>(operations: R): R {
  return operations;
}

/** What a service has to offer for its contract: a use-case per operation that is not a stream. */
export type ServiceOf<R extends Operations> = {
  readonly [Name in keyof R as R[Name] extends { answers: "stream" } ? never : Name]: (
    input: z.output<R[Name]["input"]>,
    call: Call,
  ) => Promise<z.input<R[Name]["output"]>>;
};

/** The names in a path template, in order. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map((match) => match[1] as string);
}
