import { once } from "node:events";
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
      const answer = new LambdaAnswer(stream);
      await handler(lambdaCall(arriving(event), answer));
      // The instance is frozen when this resolves: the answer has to be through, or broken, by then.
      if (!answer.writableFinished && !answer.destroyed)
        await Promise.race([once(answer, "finish"), once(answer, "close")]);
    }),
  );
}
