import type { Request } from "@middy/core";
import { type Answer, send } from "./answers/answer.ts";
import { breakOff } from "./answers/break-off.ts";
import type { Exchange } from "./exchange.ts";

type EdgeRequest = Pick<Request<Exchange, Answer | null>, "event" | "response">;

/** Sends the answer. A relay has sent its own, and takes care itself of what it leaves of a body. */
export function sendAnswer() {
  return { after: sendTo, onError: sendTo };
}

function sendTo({ event: exchange, response }: EdgeRequest): Promise<void> | undefined {
  if (exchange.isRelay) return undefined;
  exchange.call.body.resume();
  if (!response) return undefined;
  const holdsSecret = exchange.route?.operation.holdsSecret === true;
  return send(exchange.call, response, holdsSecret).catch((thrown: unknown) => breakOff(exchange, thrown));
}
