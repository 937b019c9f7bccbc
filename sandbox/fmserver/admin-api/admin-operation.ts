import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import type { IncomingCall } from "../http/incoming-call.ts";

/** A call of the Admin API that has found its operation. */
interface AdminCall {
  readonly host: Host;
  readonly request: IncomingCall;
  readonly path: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One operation of the Admin API. */
export interface AdminOperation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/fmi/admin/api/v2`. */
  readonly path: string;
  /** "account": a token, or Basic, which opens a session of its own; "own": the operation looks itself. */
  readonly access: "account" | "own";
  run(call: AdminCall): Readonly<Record<string, unknown>>;
}

/** The request body as a JSON object. @throws FmError 1710 */
export function adminBody(call: AdminCall): Readonly<Record<string, unknown>> {
  if (call.body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(call.body.toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Answered below, as any other body that is no object.
  }
  throw new FmError("1710", { status: 400 });
}
