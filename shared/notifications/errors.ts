import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of notifications. */
export const notificationErrors = {
  destination_not_found: {
    code: 19300,
    status: 404,
    sentence: "Notification destination not found",
    cause: "The ID is wrong, or the destination was deleted.",
    remedy: "List the destinations with `GET /svc/api/notifications/destinations`.",
  },
  destination_type_fixed: {
    code: 19301,
    status: 409,
    sentence: "A destination's type can't be changed",
    cause: "The request has a target of another type.",
    remedy: "Add another destination, and delete this one.",
  },
  destination_unsigned: {
    code: 19302,
    status: 409,
    sentence: "Only webhooks have a signing secret",
    cause: "The destination has another type.",
    remedy: "No action is needed: for this type, the address is the secret.",
  },
} as const satisfies ErrorEntries;
