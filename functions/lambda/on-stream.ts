import type { APIGatewayProxyEvent, StreamifyHandler } from "aws-lambda";
import type { StreamHandler } from "../edge/stream.ts";
import { LambdaAnswer } from "./lambda-answer.ts";
import { lambdaCall } from "./lambda-call.ts";

/** A streaming handler as Lambda invokes it. `around` runs before and after each call; `arriving` says how its event is to be read. */
export function onStream(
  handler: StreamHandler,
  around: (invocation: () => Promise<void>) => Promise<void>,
  arriving: (event: APIGatewayProxyEvent) => APIGatewayProxyEvent = (event) => event,
): StreamifyHandler<APIGatewayProxyEvent> {
  return awslambda.streamifyResponse<APIGatewayProxyEvent>((event, stream) =>
    around(async () => {
      const answer = new LambdaAnswer(stream, event.httpMethod);
      await handler(lambdaCall(arriving(event), answer));
      // The instance is frozen when this is over: the answer has to be through, or broken, by then.
      if (!answer.closed) await new Promise((closed) => answer.once("close", closed));
      // The runtime tells Lambda of an error behind what was sent, so that a broken answer never looks like a whole one. Were its stream
      // torn down instead, it would wait for the end of it, and the instance with it.
      if (answer.brokeOff) throw new Error("The answer broke off before it was whole");
    }),
  );
}
