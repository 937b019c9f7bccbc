import type { Answer } from "./answers/answer.ts";
import type { Exchange } from "./exchange.ts";

/** Call as seen by a pipeline step. */
export interface StepRequest {
  readonly event: Exchange;
  /** Undefined before there is a response; null if nothing is left to send. */
  response: Answer | null | undefined;
  error: unknown;
}

type Act = (request: StepRequest) => unknown;

/** Runs before the operation, after it, or after an error. A step rejects a call by throwing. */
export interface Step {
  readonly before?: Act;
  readonly after?: Act;
  readonly onError?: Act;
}

/** Runs a call through the steps: in order before the operation, in reverse order after it. */
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

/** Runs the steps. Returns a promise only if a step does. */
function taken(all: readonly Act[], request: StepRequest, from = 0): Promise<void> | undefined {
  for (let at = from; at < all.length; at += 1) {
    const pending = all[at]?.(request);
    if (pending instanceof Promise) return pending.then(() => taken(all, request, at + 1));
  }
  return undefined;
}
