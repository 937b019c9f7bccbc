import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of notifications. */
export const notificationErrors = {
  destination_not_found: {
    code: 19300,
    status: 404,
    sentence: "There is no destination of notifications with this id",
    cause: "The id is wrong, or the destination was deleted.",
    remedy: "List the destinations with `GET /svc/api/notifications/destinations`.",
  },
  destination_type_fixed: {
    code: 19301,
    status: 409,
    sentence: "A destination stays of the kind that it is",
    cause: "The change names a target of another kind.",
    remedy: "Add another destination, and delete this one.",
  },
  destination_unsigned: {
    code: 19302,
    status: 409,
    sentence: "Only webhooks have a secret for signatures",
    cause: "The destination is of another kind.",
    remedy: "Nothing: its address is its secret.",
  },
} as const satisfies ErrorEntries;
