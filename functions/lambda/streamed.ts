import type { APIGatewayProxyEvent, StreamifyHandler } from "aws-lambda";
import type { Handler } from "#shared/ports/http-call.ts";
import { LambdaAnswer } from "./lambda-answer.ts";
import { lambdaCall } from "./lambda-call.ts";
import { withViewerAddress } from "./viewer-address.ts";

/** Wraps a handler for streamed responses on Lambda. `proof` is a secret of this stack's distribution. */
export function streamed(handler: Handler, proof?: string): StreamifyHandler<APIGatewayProxyEvent> {
  return awslambda.streamifyResponse<APIGatewayProxyEvent>(async (event, stream) => {
    const answer = new LambdaAnswer(stream, event.httpMethod);
    await handler(lambdaCall(withViewerAddress(event, proof), answer));
    // The instance is frozen when this returns: the response must be complete or broken by then.
    if (!answer.closed) await new Promise((closed) => answer.once("close", closed));
    // The runtime reports this error to Lambda after the sent bytes, so that a broken response never looks complete. If we destroyed the
    // stream instead, the runtime and the instance would wait for its end.
    if (answer.brokeOff) throw new Error("The answer broke off before it was whole");
  });
}
