import type { Host } from "../host.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import type { Reply } from "../http/reply.ts";
import { isSinceVersion, type ODataBehavior } from "../world/behavior.ts";
import type { Committed } from "../world/changes/transaction.ts";
import type { LiveAccount, LiveDatabase } from "../world/live/live-database.ts";
import type { AnswerForm } from "./answer-form.ts";
import type { ODataRequest } from "./odata-request.ts";
import type { QueryOptions } from "./query/query-options.ts";

/** Context for reading and rendering records. */
export interface ViewCall {
  readonly host: Host;
  readonly settings: ODataBehavior;
  readonly form: AnswerForm;
  readonly database: LiveDatabase;
  /** Name of the file as spelled in the request, which answers repeat. */
  readonly spelling: string;
  readonly account: LiveAccount;
  /** For example `https://host/fmi/odata/v4/Contacts`. */
  readonly root: string;
  readonly options: QueryOptions;
}

/** Request for a file, with the account that opened it. */
export interface ODataCall extends ViewCall {
  /** HTTP request; in a batch, with the method and path of the part. */
  readonly incoming: IncomingCall;
  readonly request: ODataRequest;
  /** Committed changes, newest last, to be announced or to be reverted with their changeset. */
  readonly done: Committed[];
  /** Answers a request inside this one. */
  answer(request: ODataRequest, done: Committed[]): Promise<Reply>;
}

/** Returns true if the server has this version, such as `22.0.4`, or a later one. */
export function isSince(host: Host, version: string): boolean {
  return isSinceVersion(host.world.definition.server.version, version);
}

/** Returns the server's major version, such as 22. */
export function majorVersion(host: Host): number {
  return Number.parseInt(host.world.definition.server.version, 10);
}
