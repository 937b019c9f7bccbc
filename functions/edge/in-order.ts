import type { PluginExecutionMode } from "@middy/core";
import type { Answer } from "./answers/answer.ts";
import type { Exchange } from "./exchange.ts";

/** What a step of the pipeline sees of a call. */
interface StepRequest {
  readonly event: Exchange;
  response: Answer | null | undefined;
  error: unknown;
}

type Step = (request: StepRequest) => unknown;
type Handler = (exchange: Exchange) => Promise<Answer | null>;

/**
 * An execution mode of middy: the steps in their order, and nothing beside them. The standard mode makes an abort signal for each call,
 * for a time limit that nothing here sets; a relay has no time for it. A step that does not let a call through throws.
 */
function runInOrder(_core: unknown, before: Step[], _handler: unknown, after: Step[], onError: Step[]) {
  let handle: Handler;
  const pipeline = async (event: Exchange): Promise<Answer | null> => {
    const request: StepRequest = { event, response: undefined, error: undefined };
    try {
      const ready = taken(before, request);
      if (ready !== undefined) await ready;
      request.response = await handle(event);
      const done = taken(after, request);
      if (done !== undefined) await done;
    } catch (thrown) {
      request.response = undefined;
      request.error = thrown;
      await taken(onError, request);
      if (request.response === undefined) throw thrown;
    }
    return request.response;
  };
  const handler = (given: Handler) => {
    handle = given;
    return pipeline;
  };
  return Object.assign(pipeline, { handler });
}

/** Takes the steps; answers a promise only where one of them does. */
function taken(steps: readonly Step[], request: StepRequest, from = 0): Promise<void> | undefined {
  for (let at = from; at < steps.length; at += 1) {
    const pending = steps[at]?.(request);
    if (pending instanceof Promise) return pending.then(() => taken(steps, request, at + 1));
  }
  return undefined;
}

// Middy's types know its own modes only.
export const inOrder = runInOrder as unknown as PluginExecutionMode;
