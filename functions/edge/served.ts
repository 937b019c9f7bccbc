import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import type { Caller } from "../../shared/contract/call.ts";
import type { ServiceError } from "../../shared/contract/errors.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import type { Visitor } from "../../shared/contract/rate-limit.ts";
import { type BrowserOfCall, browserOf } from "./browser.ts";

/** What the middlewares of one call tell each other. */
export interface Served {
  requestId: string;
  startedAt: number;
  name: string;
  operation: Operation | undefined;
  readonly visitor: Visitor;
  readonly browser: BrowserOfCall;
  caller: Caller;
  /** Whether the audit trail has an entry of its own for this call. */
  isAudited: boolean;
  /** What went wrong, for the log. */
  failure: ServiceError | undefined;
}

/** What a middleware sees of middy's request. */
export interface EdgeRequest {
  readonly event: APIGatewayProxyEvent;
  response: APIGatewayProxyResult | null | undefined;
  readonly error: unknown;
}

const states = new WeakMap<APIGatewayProxyEvent, Served>();

/** The state of the call that an event belongs to. */
export function served(event: APIGatewayProxyEvent): Served {
  const known = states.get(event);
  if (known !== undefined) return known;
  const state: Served = {
    requestId: "",
    startedAt: 0,
    name: "",
    operation: undefined,
    visitor: { address: event.requestContext.identity.sourceIp, limits: undefined },
    browser: browserOf(event),
    caller: { kind: "anyone" },
    isAudited: false,
    failure: undefined,
  };
  states.set(event, state);
  return state;
}
