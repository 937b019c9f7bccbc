import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import type { Reply } from "../http/reply.ts";
import type { Privilege } from "../world/schema/admin-schema.ts";

/** Call of an Admin API operation. */
export interface AdminCall {
  readonly host: Host;
  readonly request: IncomingCall;
  readonly path: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Privileges of the caller's role; "all" without a role; empty if the operation checks access itself. */
  readonly privileges: "all" | readonly Privilege[];
}

/** Content of `response`. */
export type AdminResponse = Readonly<Record<string, unknown>>;

/** Answer without an envelope. */
export class BareAnswer {
  readonly reply: Reply;

  constructor(reply: Reply) {
    this.reply = reply;
  }
}

/** Operation of the Admin API. */
export interface AdminOperation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/fmi/admin/api/v2`. */
  readonly path: string;
  /**
   * "own": the operation checks the caller itself; "anyone": every administrator; "root": administrators without a role; or privileges of a
   * role.
   */
  readonly access: "own" | "anyone" | "root" | readonly Privilege[];
  /** First release with the operation. Default: the first release of the API. */
  readonly since?: number;
  /** True if it only works while the Database Server is running. */
  readonly needsDatabaseServer?: boolean;
  run(call: AdminCall): AdminResponse | BareAnswer | Promise<AdminResponse | BareAnswer>;
}

/** Returns the request body as a JSON object; an empty body means `{}`. @throws FmError 1710 */
export function adminBody(call: Pick<AdminCall, "body">): AdminResponse {
  if (call.body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(call.body.toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as AdminResponse;
  } catch {
    // Refused below, like all bodies that aren't an object.
  }
  throw new FmError("1710", { status: 400 });
}
