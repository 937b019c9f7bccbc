import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context, StreamifyHandler } from "aws-lambda";
import type { AnswerStream } from "#shared/ports/http-call.ts";
import { CollectedAnswer } from "./collected-answer.ts";
import { type EdgeRule, isRefused, refuseDirectCall } from "./edge-proof.ts";
import { LambdaAnswer } from "./lambda-answer.ts";
import { lambdaCall } from "./lambda-call.ts";
import { withCalledPrefix, withViewerAddress } from "./viewer-request.ts";

/** Lambda entry point of a function with buffered responses. */
export type CollectedHandler = (event: APIGatewayProxyEvent, context?: Context) => Promise<APIGatewayProxyResult>;

/** Lambda entry point of a function with streamed responses. */
export type StreamedHandler = StreamifyHandler<APIGatewayProxyEvent>;

type Run = (event: APIGatewayProxyEvent, answer: AnswerStream, context: Context | undefined) => Promise<void>;

/** Arguments that middy passes to an execution mode; its types don't describe them. */
type ModeArguments = [
  core: {
    readonly middyRequest: (event: unknown, context: unknown) => unknown;
    readonly runRequest: (request: unknown, ...steps: unknown[]) => Promise<unknown>;
  },
  before: unknown,
  handler: unknown,
  after: unknown,
  onError: unknown,
  plugin: unknown,
];

/** Execution mode of middy for buffered responses: the call, instead of the event, passes through the middlewares. */
export const collected = (rule: EdgeRule) =>
  executionMode(
    rule,
    (run): CollectedHandler =>
      async (event, context) => {
        const answer = new CollectedAnswer();
        await run(event, answer, context);
        return answer.result(event.httpMethod);
      },
  );

/**
 * Execution mode of middy for streamed responses. middy's own destroys the stream if its source fails: the runtime and the instance would
 * then wait for its end.
 */
export const streamed = (rule: EdgeRule) =>
  executionMode(
    rule,
    (run): StreamedHandler =>
      awslambda.streamifyResponse<APIGatewayProxyEvent>(async (event, stream, context) => {
        const answer = new LambdaAnswer(stream, event.httpMethod);
        await run(event, answer, context);
        // The instance is frozen when this returns: the response must be complete or broken by then.
        if (!answer.closed) await new Promise((closed) => answer.once("close", closed));
        // The runtime reports this error to Lambda after the sent bytes, so that a broken response never looks complete.
        if (answer.brokeOff) throw new Error("The response was interrupted");
      }),
  );

function executionMode<Entry extends object>(rule: EdgeRule, entryOf: (run: Run) => Entry) {
  return (...[core, before, handler, after, onError, plugin]: ModeArguments) => {
    let base = handler;
    const entry = entryOf(async (event, answer, context) => {
      if (isRefused(event, rule)) {
        refuseDirectCall(answer);
        return;
      }
      const asCalled = withCalledPrefix(withViewerAddress(event, rule.secrets), rule.aliases);
      const call = lambdaCall(asCalled, answer);
      await core.runRequest(core.middyRequest(call, context), before, base, after, onError, plugin);
    });
    return Object.assign(entry, {
      handler(given: unknown) {
        base = given;
        return entry;
      },
    });
  };
}
