import { ServiceError } from "#shared/contract/errors.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Exchange } from "../exchange.ts";

/** Aborts a response whose head was sent: a broken connection is the only sign that the body is incomplete. */
export function breakOff({ call, route, requestId, platform }: Exchange, thrown: unknown): void {
  call.answer.destroy();
  const reason = thrown instanceof ServiceError ? (thrown.detail ?? thrown.text) : reasonOf(thrown);
  platform.log.error({ event: "delivery_broken", requestId, operation: route?.name ?? "", reason });
}
