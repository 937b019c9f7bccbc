import type { Host } from "../host.ts";
import type { IncomingCall } from "../http/incoming-call.ts";
import type { Reply } from "../http/reply.ts";
import type { Committed } from "../world/changes/transaction.ts";
import type { LiveAccount, LiveDatabase } from "../world/live/live-database.ts";
import type { ODataSettings } from "../world/schema/odata-schema.ts";
import type { AnswerForm } from "./answer-form.ts";
import type { ODataRequest } from "./odata-request.ts";
import type { QueryOptions } from "./query/query-options.ts";

/** Everything that reading and showing records depends on. */
export interface ViewCall {
  readonly host: Host;
  readonly settings: ODataSettings;
  readonly form: AnswerForm;
  readonly database: LiveDatabase;
  /** The file's name as the caller spelled it; answers echo it. */
  readonly spelling: string;
  readonly account: LiveAccount;
  /** Such as `https://host/fmi/odata/v4/Contacts`. */
  readonly root: string;
  readonly options: QueryOptions;
}

/** A request below a file, with the account that it was opened by. */
export interface ODataCall extends ViewCall {
  /** The request on the wire; inside a batch, with the part's own method and path. */
  readonly incoming: IncomingCall;
  readonly request: ODataRequest;
  /** What was done, last thing last: to be announced, or taken back with the changeset that it is part of. */
  readonly done: Committed[];
  /** Answers another request, one inside this one. */
  answer(request: ODataRequest, done: Committed[]): Promise<Reply>;
}

/** Whether the server is of this version, such as `22.0.4`, or of a later one. */
export function isSince(host: Host, version: string): boolean {
  const own = host.world.definition.server.version.split(".").map(Number);
  for (const [at, number] of version.split(".").map(Number).entries()) {
    const difference = (own[at] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** The major number of the server's version, such as 22. */
export function majorVersion(host: Host): number {
  return Number.parseInt(host.world.definition.server.version, 10);
}
