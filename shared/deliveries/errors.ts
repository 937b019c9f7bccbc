import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of deliveries. */
export const deliveryErrors = {
  delivery_not_found: {
    code: 19100,
    status: 404,
    sentence: "There is no delivery with this id",
    cause: "The id is wrong, or the delivery is no longer kept.",
    remedy: "List the deliveries of its webhook with `GET /svc/api/deliveries?source=webhook-7`.",
  },
  delivery_busy: {
    code: 19101,
    status: 409,
    sentence: "An attempt to deliver this is under way",
    cause: "Another attempt would deliver the event twice at the same time.",
    remedy: "Wait for the end of the attempt.",
  },
  delivery_ended: {
    code: 19102,
    status: 409,
    sentence: "The delivery has come to its end already",
    cause: "Only a pending delivery can be cancelled.",
    remedy: "Read the delivery to see how it ended.",
  },
  delivery_suppressed: {
    code: 19103,
    status: 409,
    sentence: "The event is the same as one that came before, and is not delivered by itself",
    cause: "Its sender sent it again. `duplicateOf` names the delivery that stands for it.",
    remedy: "Replay the delivery that `duplicateOf` names.",
  },
} as const satisfies ErrorEntries;
