import { send } from "./answers/answer.ts";
import { breakOff } from "./answers/break-off.ts";
import type { StepRequest } from "./in-order.ts";

/** Sends the answer. A relay sends its own and handles unread request bodies itself. */
export function sendAnswer() {
  return { after: sendTo, onError: sendTo };
}

function sendTo({ event: exchange, response }: Pick<StepRequest, "event" | "response">): Promise<void> | undefined {
  if (exchange.isRelay) return undefined;
  exchange.call.body.resume();
  if (!response) return undefined;
  const holdsSecret = exchange.route?.operation.holdsSecret === true;
  return send(exchange.call, response, holdsSecret).catch((thrown: unknown) => breakOff(exchange, thrown));
}
