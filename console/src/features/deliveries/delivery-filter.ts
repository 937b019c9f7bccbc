import type { DeliveryState } from "#shared/deliveries/contract.ts";
import type { InputOf } from "../../api/operations.ts";

/** Filter of a list of deliveries, from the address. */
export interface DeliveryFilter {
  /** Source of the deliveries, such as `webhook-7`. */
  readonly source?: string | undefined;
  readonly state?: string | undefined;
  readonly q?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly columns?: string | undefined;
}

export const deliveryStates: readonly DeliveryState[] = ["pending", "delivered", "failed", "cancelled", "suppressed"];

/** Minimum length of a search text in the service's contract. */
export const shortestText = 2;

/** Returns the filter in the service's format; an unknown state selects all deliveries. */
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
