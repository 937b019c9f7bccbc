import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import type { Handler } from "#shared/ports/http-call.ts";
import { CollectedAnswer } from "./collected-answer.ts";
import { lambdaCall } from "./lambda-call.ts";
import { withViewerAddress } from "./viewer-address.ts";

/** What Lambda invokes where a function answers with a whole. */
export type WholeHandler = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;

/** A handler as Lambda invokes a function that answers with a whole. `proof` is what only the distribution of this stack knows. */
export function collected(handler: Handler, proof?: string): WholeHandler {
  return async (event) => {
    const answer = new CollectedAnswer();
    await handler(lambdaCall(withViewerAddress(event, proof), answer));
    return answer.result(event.httpMethod);
  };
}
