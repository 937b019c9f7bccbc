import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of webhooks and of their receiver. */
export const webhookErrors = {
  webhook_not_found: {
    code: 19000,
    status: 404,
    sentence: "There is no webhook with this id",
    cause: "The id is wrong, or the webhook was unregistered.",
    remedy: "List the webhooks with `GET /svc/api/webhooks`.",
  },
  webhook_exists: {
    code: 19001,
    status: 409,
    sentence: "A webhook for this channel of this file is registered already",
    cause: "A channel of a file is one webhook, with and without `.fmp12`.",
    remedy: "Change that webhook, or take another channel. `response.id` names it.",
  },
  webhook_secret_missing: {
    code: 19002,
    status: 400,
    sentence: "This way of verification needs a secret",
    cause: "Events of the chosen scheme are verified with the sender's secret, and the webhook has none.",
    remedy: "Send `secret` when you register the webhook, or set it with `POST /svc/api/webhooks/{id}/secret` first.",
  },
  webhook_secret_invalid: {
    code: 19003,
    status: 400,
    sentence: "The secret is not what this scheme takes",
    cause: "Standard Webhooks and Svix have keys of 24 to 64 bytes in base64, with `whsec_` before them.",
    remedy: "Copy the secret again from the sender's settings.",
  },
  webhook_not_registered: {
    code: 19004,
    status: 404,
    sentence: "This channel of this file is not registered as a webhook",
    cause: "It was never registered, or was unregistered, and `auto-register-webhook` is off.",
    remedy: "Register it with `POST /svc/api/webhooks`, or switch `auto-register-webhook` on in the settings.",
  },
  webhook_inactive: {
    code: 19005,
    status: 403,
    sentence: "This webhook takes no events at the moment",
    cause: "An administrator has switched it off.",
    remedy: "Switch it on again: `PATCH /svc/api/webhooks/{id}` with `settings.active`.",
  },
  webhook_address_refused: {
    code: 19006,
    status: 403,
    sentence: "This webhook takes no events from this address",
    cause: "The webhook lists the addresses that may send, and the sender's is none of them.",
    remedy: "Add the sender's addresses to `settings.allowedAddresses`.",
  },
  webhook_signature_refused: {
    code: 19007,
    status: 401,
    sentence: "Nothing proves that this event comes from the sender",
    cause: "Its signature is missing, wrong, too old, or was made with another secret. The text says which.",
    remedy: "Compare the secret with the sender's. A proxy in between must not change the body.",
  },
  webhook_type_unsupported: {
    code: 19008,
    status: 415,
    sentence: "A webhook takes JSON, forms, text and XML",
    cause: "The body is of another content type, or in a coding or charset that is not known.",
    remedy: "Send files to `/svc/filereceiver/…`, and files as they are: unpacked.",
  },
  webhook_undelivered: {
    code: 19009,
    status: 502,
    sentence: "FileMaker Server did not take the event",
    cause:
      "The layout, the script or a field is missing, or the account behind the key may not do this. The text says which.",
    remedy: "`POST /svc/api/webhooks/check` says what the file lacks. The event is kept and can be replayed.",
  },
  webhook_event_under_way: {
    code: 19010,
    status: 503,
    sentence: "The same event is being delivered this moment",
    cause: "The sender has sent it again before the first one was answered.",
    remedy: "Send it again as long after as the Retry-After header says.",
  },
  webhook_form_invalid: {
    code: 19011,
    status: 400,
    sentence: "The form with the files cannot be read",
    cause: "A multipart body has another form than its Content-Type says, ends too early, or has too many parts.",
    remedy: "Send it as RFC 7578 says: browsers, `curl -F` and form libraries do.",
  },
} as const satisfies ErrorEntries;
