import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import type { Caller } from "../../shared/contract/call.ts";
import type { ServiceError } from "../../shared/contract/errors.ts";
import type { Operation } from "../../shared/contract/operation.ts";

/** What the middlewares of one call tell each other. */
export interface Served {
  requestId: string;
  startedAt: number;
  name: string;
  operation: Operation | undefined;
  caller: Caller;
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
    caller: { kind: "anyone" },
    failure: undefined,
  };
  states.set(event, state);
  return state;
}
