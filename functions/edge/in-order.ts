import type { Answer } from "./answers/answer.ts";
import type { Exchange } from "./exchange.ts";

/** What a step of the pipeline sees of a call. */
export interface StepRequest {
  readonly event: Exchange;
  /** Undefined until there is one; null where nothing is left to send. */
  response: Answer | null | undefined;
  error: unknown;
}

type Act = (request: StepRequest) => unknown;

/** Acts before the operation, after it, or once something has thrown. A step that does not let a call through throws. */
export interface Step {
  readonly before?: Act;
  readonly after?: Act;
  readonly onError?: Act;
}

/** Takes a call through the steps: in their order before the operation, in the opposite one behind it. */
export function inOrder(
  steps: readonly Step[],
  perform: (exchange: Exchange) => Promise<Answer | null | undefined>,
): (exchange: Exchange) => Promise<void> {
  const inward = acts(steps, "before");
  const outward = acts(steps, "after").reverse();
  const failing = acts(steps, "onError").reverse();
  return async (event) => {
    const request: StepRequest = { event, response: undefined, error: undefined };
    try {
      const ready = taken(inward, request);
      if (ready !== undefined) await ready;
      request.response = (await perform(event)) ?? null;
      const done = taken(outward, request);
      if (done !== undefined) await done;
    } catch (thrown) {
      request.response = undefined;
      request.error = thrown;
      await taken(failing, request);
      if (request.response === undefined) throw thrown;
    }
  };
}

function acts(steps: readonly Step[], moment: keyof Step): Act[] {
  return steps.map((step) => step[moment]).filter((act) => act !== undefined);
}

/** Takes the steps; answers a promise only where one of them does. */
function taken(all: readonly Act[], request: StepRequest, from = 0): Promise<void> | undefined {
  for (let at = from; at < all.length; at += 1) {
    const pending = all[at]?.(request);
    if (pending instanceof Promise) return pending.then(() => taken(all, request, at + 1));
  }
  return undefined;
}
