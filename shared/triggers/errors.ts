import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of table triggers. */
export const triggerErrors = {
  trigger_not_found: {
    code: 19200,
    status: 404,
    sentence: "There is no such trigger",
    cause: "The number is wrong, the trigger was deleted, or an event came with an address that is not the trigger's.",
    remedy: "List the triggers with `GET /svc/api/triggers`.",
  },
  trigger_refused: {
    code: 19201,
    status: 400,
    sentence: "FileMaker Server does not take this trigger",
    cause:
      "The table occurrence is missing, or `select` or `filter` cannot be read. The text says what the server said.",
    remedy: "Compare names with the file, such as by `POST /svc/api/triggers/inspect`, and send it again.",
  },
  triggers_unsupported: {
    code: 19202,
    status: 409,
    sentence: "This FileMaker Server knows no triggers",
    cause: "Triggers came with FileMaker Server 22.0.4, and need its OData to be switched on.",
    remedy: "Update FileMaker Server, and switch OData on in the Admin Console.",
  },
  trigger_account_refused: {
    code: 19203,
    status: 502,
    sentence: "FileMaker Server refuses the account of the trigger",
    cause:
      "Its password was changed, the account was disabled, the key was deleted, or it has no extended privilege `fmodata`.",
    remedy: "Change the trigger, and name another key or account.",
  },
  trigger_not_active: {
    code: 19204,
    status: 409,
    sentence: "FileMaker Server does not have this trigger",
    cause: "It is not made yet, was refused, or is about to be deleted.",
    remedy: "Read the trigger: `state` and `reason` say why.",
  },
  target_not_found: {
    code: 19205,
    status: 404,
    sentence: "The trigger has no such target that is an address",
    cause: "The number is wrong, the target was removed, or it is of another kind.",
    remedy: "Read the trigger to see its targets.",
  },
  target_incomplete: {
    code: 19206,
    status: 400,
    sentence: "A new target needs an address",
    cause: "A target without `id` is new, and `url` is missing.",
    remedy: "Send `url`, or the `id` of the target that is meant.",
  },
} as const satisfies ErrorEntries;
