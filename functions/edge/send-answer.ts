import { ServiceError } from "#shared/contract/errors.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import { send } from "./answers/answer.ts";
import type { Exchange } from "./exchange.ts";
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

/** Aborts a response whose head was sent: a broken connection is the only sign that the body is incomplete. */
export function breakOff({ call, route, requestId, platform }: Exchange, thrown: unknown): void {
  call.answer.destroy();
  const reason = thrown instanceof ServiceError ? (thrown.detail ?? thrown.text) : reasonOf(thrown);
  platform.log.error({ event: "delivery_broken", requestId, operation: route?.name ?? "", reason });
}
