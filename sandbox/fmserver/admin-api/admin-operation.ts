import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import type { Reply } from "../http/reply.ts";
import type { Privilege } from "../world/schema/admin-schema.ts";

/** A call of the Admin API that has found its operation. */
export interface AdminCall {
  readonly host: Host;
  readonly request: IncomingCall;
  readonly path: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** What the caller's role may do; "all" without a role, nothing where the operation looks itself. */
  readonly privileges: "all" | readonly Privilege[];
}

/** What stands under `response`. */
export type AdminResponse = Readonly<Record<string, unknown>>;

/** An answer that wears no envelope. */
export class BareAnswer {
  readonly reply: Reply;

  constructor(reply: Reply) {
    this.reply = reply;
  }
}

/** One operation of the Admin API. */
export interface AdminOperation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/fmi/admin/api/v2`. */
  readonly path: string;
  /** "own": the operation looks itself who calls; "anyone": every administrator; "root": those without a role; or a role's privilege. */
  readonly access: "own" | "anyone" | "root" | readonly Privilege[];
  /** The release that brought it, where that was not the first. */
  readonly since?: number;
  /** Answers only while the Database Server runs. */
  readonly needsDatabaseServer?: boolean;
  run(call: AdminCall): AdminResponse | BareAnswer | Promise<AdminResponse | BareAnswer>;
}

/** The request body as a JSON object; nothing at all stands for `{}`. @throws FmError 1710 */
export function adminBody(call: Pick<AdminCall, "body">): AdminResponse {
  if (call.body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(call.body.toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as AdminResponse;
  } catch {
    // Answered below, as any other body that is no object.
  }
  throw new FmError("1710", { status: 400 });
}
