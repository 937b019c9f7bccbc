import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of table triggers. */
export const triggerErrors = {
  trigger_not_found: {
    code: 19200,
    status: 404,
    sentence: "Trigger not found",
    cause: "The ID is wrong, the trigger was deleted, or an event used an address that isn't the trigger's.",
    remedy: "List the triggers with `GET /svc/api/triggers`.",
  },
  trigger_refused: {
    code: 19201,
    status: 400,
    sentence: "FileMaker Server rejected this trigger",
    cause: "The table occurrence is missing, or `select` or `filter` is invalid. The message has the server's text.",
    remedy: "Compare names with the file, for example with `POST /svc/api/triggers/inspect`, and try again.",
  },
  triggers_unsupported: {
    code: 19202,
    status: 409,
    sentence: "This FileMaker Server doesn't support triggers",
    cause: "Triggers need FileMaker Server 22.0.4 or later with OData enabled.",
    remedy: "Update FileMaker Server, and enable OData in the Admin Console.",
  },
  trigger_account_refused: {
    code: 19203,
    status: 502,
    sentence: "FileMaker Server rejected the trigger's account",
    cause: "The password changed, the account was disabled, or the `fmodata` extended privilege is missing.",
    remedy: "Change the trigger to another key or account.",
  },
  trigger_key_deleted: {
    code: 19211,
    status: 409,
    sentence: "The key that this trigger uses was deleted",
    cause: "The trigger opens its file with the account of a key that no longer exists.",
    remedy: "Change the trigger to another key or account.",
  },
  trigger_not_active: {
    code: 19204,
    status: 409,
    sentence: "FileMaker Server doesn't have this trigger",
    cause: "It isn't created yet, was rejected, or is being deleted.",
    remedy: "Read the trigger: `state` and `reason` explain why.",
  },
  target_not_found: {
    code: 19205,
    status: 404,
    sentence: "The trigger doesn't have this address target",
    cause: "The ID is wrong, the target was removed, or it has another type.",
    remedy: "Read the trigger to see its targets.",
  },
  target_incomplete: {
    code: 19206,
    status: 400,
    sentence: "A new target needs a URL",
    cause: "A target without `id` is new, and `url` is missing.",
    remedy: "Send `url`, or the `id` of an existing target.",
  },
  trigger_address_refused: {
    code: 19207,
    status: 400,
    sentence: "FileMaker Server must not send to this address",
    cause:
      "It is this machine's own, a cloud metadata address, or in a private network that `CALLOUT_NETWORKS` doesn't list, or `PREVENT_DAPI_CALLOUT` is on. The message says which.",
    remedy:
      "Use another address, or list its network in `CALLOUT_NETWORKS`. Then change the trigger to start it again.",
  },
  trigger_address_unknown: {
    code: 19208,
    status: 400,
    sentence: "The trigger's address can't be looked up",
    cause:
      "Its name doesn't exist, or the name server didn't answer in time. An address that can't be checked isn't used.",
    remedy: "Check the name, and try again.",
  },
  trigger_unreachable: {
    code: 19210,
    status: 502,
    sentence: "FileMaker Server can't reach the trigger's address",
    cause:
      "FileMaker Server responded with 1631, connection failed: a firewall is in between, its host can't resolve the name, or it doesn't trust the certificate. A trigger with targets sends to Latchkey's own address.",
    remedy:
      "Check from FileMaker Server's host that the address in the message responds. For Latchkey's own address, check `BASE_URL` and its certificate.",
    fileMakerCode: "1631",
  },
  trigger_access_needed: {
    code: 19209,
    status: 403,
    sentence: "Only administrators can do this with the key or account that is stored for this trigger",
    cause: "The call would read other records, or send them elsewhere, with an account that the caller hasn't shown.",
    remedy: "Send `key` with the value of a key, or `account`, in the same call. Or ask an administrator.",
  },
} as const satisfies ErrorEntries;
