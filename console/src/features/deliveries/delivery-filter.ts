import type { DeliveryState } from "#shared/deliveries/contract.ts";
import type { InputOf } from "../../api/operations.ts";

/** What the address says of a list of deliveries. */
export interface DeliveryFilter {
  /** What they belong to, such as `webhook-7`. */
  readonly source?: string | undefined;
  readonly state?: string | undefined;
  readonly q?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly columns?: string | undefined;
}

export const deliveryStates: readonly DeliveryState[] = ["pending", "delivered", "failed", "cancelled", "suppressed"];

/** The service looks for no shorter text. */
export const shortestText = 2;

/** The filter as the service takes it; a state that nobody knows asks for all of them. */
export function deliveryQuestion(
  source: string,
  { state, q = "", from, to }: DeliveryFilter,
): InputOf<"GET /svc/api/deliveries"> {
  const known = deliveryStates.find((each) => each === state);
  const text = q.trim();
  return {
    source,
    ...(known && { state: known }),
    ...(text.length >= shortestText && { text }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
