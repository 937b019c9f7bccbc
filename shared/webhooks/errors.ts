import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of webhooks and of their receiver. */
export const webhookErrors = {
  webhook_not_found: {
    code: 19000,
    status: 404,
    sentence: "Webhook not found",
    cause: "The ID is wrong, or the webhook was unregistered.",
    remedy: "List the webhooks with `GET /svc/api/webhooks`.",
  },
  webhook_exists: {
    code: 19001,
    status: 409,
    sentence: "A webhook for this channel of this file already exists",
    cause: "A file has one webhook per channel, with and without `.fmp12`.",
    remedy: "Change that webhook, or choose another channel. `response.id` names it.",
  },
  webhook_secret_missing: {
    code: 19002,
    status: 400,
    sentence: "This verification scheme needs a secret",
    cause: "The scheme verifies events with the sender's secret, and the webhook has none.",
    remedy: "Send `secret` when you register the webhook, or set it first with `POST /svc/api/webhooks/{id}/secret`.",
  },
  webhook_secret_invalid: {
    code: 19003,
    status: 400,
    sentence: "Invalid secret for this scheme",
    cause: "Standard Webhooks and Svix use keys of 24 to 64 bytes in base64, prefixed with `whsec_`.",
    remedy: "Copy the secret again from the sender's settings.",
  },
  webhook_not_registered: {
    code: 19004,
    status: 404,
    sentence: "This channel of this file has no webhook",
    cause: "It was never registered or was unregistered, and `auto-register-webhook` is off.",
    remedy: "Register it with `POST /svc/api/webhooks`, or enable `auto-register-webhook` in the settings.",
  },
  webhook_inactive: {
    code: 19005,
    status: 403,
    sentence: "This webhook is disabled",
    cause: "An administrator disabled it.",
    remedy: "Enable it with `PATCH /svc/api/webhooks/{id}` and `settings.active`.",
  },
  webhook_address_refused: {
    code: 19006,
    status: 403,
    sentence: "This webhook doesn't accept events from this address",
    cause: "The sender's address isn't on the webhook's list.",
    remedy: "Add the sender's addresses to `settings.allowedAddresses`.",
  },
  webhook_signature_refused: {
    code: 19007,
    status: 401,
    sentence: "Invalid signature",
    cause: "The signature is missing, wrong or too old, or was made with another secret. The message says which.",
    remedy: "Compare the secret with the sender's. A proxy in between must not change the body.",
  },
  webhook_type_unsupported: {
    code: 19008,
    status: 415,
    sentence: "Unsupported Content-Type. Webhooks accept JSON, forms, text and XML",
    cause: "The body has another content type, or an unknown content coding or charset.",
    remedy:
      "Send files to `/svc/filereceiver/…`, uncompressed. Set the charset in which the text is sent in the Content-Type.",
  },
  webhook_undelivered: {
    code: 19009,
    status: 502,
    sentence: "FileMaker Server rejected the event",
    cause:
      "The layout, the script or a field is missing, or the key's account lacks the privilege. The message says which.",
    remedy:
      "`POST /svc/api/webhooks/check` lists everything that is missing in the file. The event is stored and can be replayed.",
  },
  webhook_event_under_way: {
    code: 19010,
    status: 503,
    sentence: "This event is already being delivered",
    cause: "The sender sent it again before the first request was answered.",
    remedy: "Send it again after the number of seconds in the Retry-After header.",
  },
  webhook_form_invalid: {
    code: 19011,
    status: 400,
    sentence: "Invalid form",
    cause: "A multipart body doesn't match its Content-Type, ends early, or has too many parts.",
    remedy: "Send it as RFC 7578 describes. Browsers, `curl -F` and form libraries do.",
  },
  webhook_registrations_used: {
    code: 19012,
    status: 409,
    sentence: "This key's events have registered 100 channels for the file, and register no more",
    cause: "Each event for an unknown channel registers a webhook, up to this number for each key and file.",
    remedy:
      "Check the channel in the address. Ask an administrator to register the webhook, or to delete unused ones with `DELETE /svc/api/webhooks/{id}`.",
  },
  webhook_secret_short: {
    code: 19013,
    status: 400,
    sentence: "The webhook's secret is too short",
    cause: "A short secret can be guessed. The message contains the minimum length.",
    remedy:
      "Use a longer random secret and set it at the sender too. `POST /svc/api/webhooks/{id}/secret` without `secret` generates one.",
  },
  webhook_template_invalid: {
    code: 19014,
    status: 400,
    sentence: "The webhook's signature template doesn't fit its settings",
    cause:
      "The template doesn't contain the body or the timestamp, or contains an unknown placeholder. The message says which.",
    remedy: "Compare `verification.template` with the sender's documentation.",
  },
  webhook_scheme_unsupported: {
    code: 19015,
    status: 400,
    sentence: "Latchkey can't verify this signature",
    cause: "The sender signs with a private key, or sends a token instead of a signature. The message says which.",
    remedy:
      "Set `verification.scheme` to `none` or `token`, give the sender a key of its own in the address, and list its addresses in `settings.allowedAddresses`.",
  },
} as const satisfies ErrorEntries;
