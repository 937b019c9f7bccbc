import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of deliveries. */
export const deliveryErrors = {
  delivery_not_found: {
    code: 19100,
    status: 404,
    sentence: "Delivery not found",
    cause: "The ID is wrong, or the delivery is no longer stored.",
    remedy: "List the deliveries of its webhook with `GET /svc/api/deliveries?source=webhook-7`.",
  },
  delivery_busy: {
    code: 19101,
    status: 409,
    sentence: "This delivery has an attempt in progress",
    cause: "A second attempt could deliver the event twice.",
    remedy: "Wait until the attempt ends.",
  },
  delivery_ended: {
    code: 19102,
    status: 409,
    sentence: "This delivery has already finished",
    cause: "Only a pending delivery can be canceled.",
    remedy: "Read the delivery to see its result.",
  },
  delivery_suppressed: {
    code: 19103,
    status: 409,
    sentence: "Duplicate event: it isn't delivered again automatically",
    cause: "The sender sent the event again. `duplicateOf` names the original delivery.",
    remedy: "Retry the delivery that `duplicateOf` names.",
  },
} as const satisfies ErrorEntries;
