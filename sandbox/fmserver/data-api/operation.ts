import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import type { LiveDatabase } from "../world/live/live-database.ts";
import type { DataSession } from "./sessions/data-session.ts";

/** Call of a Data API operation. */
export interface DataCall {
  readonly host: Host;
  readonly request: IncomingCall;
  readonly version: "v1" | "v2" | "vLatest";
  /** Decoded variables of the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Call with an active session. */
export interface SessionCall extends DataCall {
  readonly session: DataSession;
  readonly database: LiveDatabase;
}

/** Answer of an operation: the envelope's `response`, and headers of its own. */
export interface OperationAnswer {
  readonly response: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Account for the log, if there is no session. */
  readonly account?: string;
  /** True if the message comes before the response, as in validateSession. */
  readonly messageFirst?: boolean;
  /** True without ETag and Cache-Control, as in productInfo. */
  readonly plain?: boolean;
}

interface OperationShape {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/fmi/data/{version}`. */
  readonly path: string;
  /** Required type of the request body; "none": the body is ignored. */
  readonly body: "none" | "json" | "multipart";
}

/** Operation that checks access itself. */
export interface OpenOperation extends OperationShape {
  readonly access: "open";
  run(call: DataCall): OperationAnswer | Promise<OperationAnswer>;
}

/** Operation that requires a token; the calls of a session run one after the other. */
export interface SessionOperation extends OperationShape {
  readonly access: "session";
  run(call: SessionCall): OperationAnswer | Promise<OperationAnswer>;
}

export type Operation = OpenOperation | SessionOperation;

/** Returns a variable of the path; the operation's pattern guarantees that it exists. */
export function pathValue(call: DataCall, name: string): string {
  return call.path[name] ?? "";
}

/** Returns the request body as a JSON object; an empty body means `{}`. @throws FmError */
export function jsonBody(call: DataCall): Readonly<Record<string, unknown>> {
  if (call.body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(call.body.toString("utf8"));
  } catch {
    // The parser's message isn't FileMaker's.
    throw new FmError("1710", { status: 400 });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new FmError("960", { status: 400 });
  return value as Readonly<Record<string, unknown>>;
}
