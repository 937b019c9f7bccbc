import type { APIGatewayProxyEvent, StreamifyHandler } from "aws-lambda";
import type { Handler } from "#shared/ports/http-call.ts";
import { LambdaAnswer } from "./lambda-answer.ts";
import { lambdaCall } from "./lambda-call.ts";
import { withViewerAddress } from "./viewer-address.ts";

/** A handler as Lambda invokes a function that streams its answers. `proof` is what only the distribution of this stack knows. */
export function streamed(handler: Handler, proof?: string): StreamifyHandler<APIGatewayProxyEvent> {
  return awslambda.streamifyResponse<APIGatewayProxyEvent>(async (event, stream) => {
    const answer = new LambdaAnswer(stream, event.httpMethod);
    await handler(lambdaCall(withViewerAddress(event, proof), answer));
    // The instance is frozen when this is over: the answer has to be through, or broken, by then.
    if (!answer.closed) await new Promise((closed) => answer.once("close", closed));
    // The runtime tells Lambda of an error behind what was sent, so that a broken answer never looks like a whole one. Were its stream
    // torn down instead, it would wait for the end of it, and the instance with it.
    if (answer.brokeOff) throw new Error("The answer broke off before it was whole");
  });
}
