import { ServiceError } from "#shared/contract/errors.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Exchange } from "../exchange.ts";

/** Ends an answer whose head is gone: only a broken one says that it is not whole. */
export function breakOff({ call, route, requestId, platform }: Exchange, thrown: unknown): void {
  call.answer.destroy();
  const reason = thrown instanceof ServiceError ? (thrown.detail ?? thrown.text) : reasonOf(thrown);
  platform.log.error({ event: "delivery_broken", requestId, operation: route?.name ?? "", reason });
}
