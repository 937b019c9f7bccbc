import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import type { Handler } from "#shared/ports/http-call.ts";
import { CollectedAnswer } from "./collected-answer.ts";
import { lambdaCall } from "./lambda-call.ts";
import { withViewerAddress } from "./viewer-address.ts";

/** Lambda entry point of a function with buffered responses. */
export type WholeHandler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

/** Wraps a handler for buffered responses on Lambda. `proof` is a secret of this stack's distribution. */
export function collected(handler: Handler, proof?: string): WholeHandler {
  return async (event) => {
    const answer = new CollectedAnswer();
    await handler(lambdaCall(withViewerAddress(event, proof), answer));
    return answer.result(event.httpMethod);
  };
}
