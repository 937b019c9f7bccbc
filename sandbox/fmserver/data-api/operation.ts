import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import type { LiveDatabase } from "../world/live/live-database.ts";
import type { DataSession } from "./sessions/data-session.ts";

/** A call that has found its operation. */
export interface DataCall {
  readonly host: Host;
  readonly request: IncomingCall;
  readonly version: "v1" | "v2" | "vLatest";
  /** The path's variables, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A call with a living session. */
export interface SessionCall extends DataCall {
  readonly session: DataSession;
  readonly database: LiveDatabase;
}

/** What an operation answers: the envelope's `response`, and headers of its own. */
export interface OperationAnswer {
  readonly response: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The account that the log names, when no session tells. */
  readonly account?: string;
  /** validateSession writes its message the other way round. */
  readonly messageFirst?: boolean;
  /** productInfo alone comes without ETag and Cache-Control. */
  readonly plain?: boolean;
}

interface OperationShape {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/fmi/data/{version}`. */
  readonly path: string;
  /** What the request body has to be; none is read where it is "none". */
  readonly body: "none" | "json" | "multipart";
}

/** An operation that does its own checks of who calls. */
export interface OpenOperation extends OperationShape {
  readonly access: "open";
  run(call: DataCall): OperationAnswer | Promise<OperationAnswer>;
}

/** An operation for the holder of a token; the calls of one session run one after another. */
export interface SessionOperation extends OperationShape {
  readonly access: "session";
  run(call: SessionCall): OperationAnswer | Promise<OperationAnswer>;
}

export type Operation = OpenOperation | SessionOperation;

/** A variable of the path; the operation's pattern guarantees it. */
export function pathValue(call: DataCall, name: string): string {
  return call.path[name] ?? "";
}

/** The request body as a JSON object; nothing at all stands for `{}`. @throws FmError */
export function jsonBody(call: DataCall): Readonly<Record<string, unknown>> {
  if (call.body.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(call.body.toString("utf8"));
  } catch {
    // The parser's words would be ours, not FileMaker's.
    throw new FmError("1710", { status: 400 });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new FmError("960", { status: 400 });
  return value as Readonly<Record<string, unknown>>;
}
