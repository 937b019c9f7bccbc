import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors that only proxy paths return. */
export const proxyErrors = {
  authorization_unsupported: {
    code: 18005,
    status: 401,
    sentence: "Unsupported Authorization scheme. Use Bearer or Basic",
    cause: "The Authorization header is neither Bearer nor Basic. The Admin API proxy accepts PKI only at sign-in.",
    remedy: "Sign in with `POST …/user/auth`, then send the returned token as bearer.",
    fileMakerCode: "1702",
  },
  batch_refused: {
    code: 18026,
    status: 400,
    sentence: "Invalid batch",
    cause:
      "The body isn't one `multipart/mixed` body of requests and changesets, or a request in it is malformed. The message names the part.",
    remedy:
      "Send parts of type `application/http` with one request line each, and changesets without nested changesets.",
  },
  key_file_not_allowed: {
    code: 18041,
    status: 403,
    sentence: "This key can't access this file",
    cause: "The file isn't on the key's list.",
    remedy: "Add the file to the key on the API Keys page.",
    fileMakerCode: "9",
  },
  key_odata_off: {
    code: 18557,
    status: 403,
    sentence: "OData is off for this key",
    cause: "The key isn't enabled for OData.",
    remedy: "Turn on OData for the key under API Keys, or send `isOData: true` to `PATCH /svc/api/api-key/{key}`.",
    fileMakerCode: "9",
  },
  page_link_ended: {
    code: 18559,
    status: 401,
    sentence: "This link to the next page has expired",
    cause: "A link to the next page works for ten minutes, for reading, and only at its own path.",
    remedy: "Repeat the first request with the key, and follow the link in its response.",
    fileMakerCode: "212",
  },
  key_data_api_off: {
    code: 18558,
    status: 403,
    sentence: "The Data API is off for this key",
    cause: "The key isn't enabled for the Data API, which webhooks need too.",
    remedy:
      "Turn on the Data API for the key under API Keys, or send `isDataApi: true` to `PATCH /svc/api/api-key/{key}`.",
    fileMakerCode: "9",
  },
  credential_missing: {
    code: 18550,
    status: 401,
    sentence: "HTTP Authorization header or OAuth headers are missing",
    cause: "No key was sent.",
    remedy:
      "Send a Data API key as bearer token, as `apiKey` in the query, or with Basic as the password of the user `apiKey`.",
    fileMakerCode: "10",
  },
  admin_credential_missing: {
    code: 18551,
    status: 401,
    sentence: "Missing Authorization header",
    cause: "No credential was sent.",
    remedy: "Send an Admin API key as bearer token, or Basic with an Admin Console account.",
    fileMakerCode: "1702",
  },
  native_account_unsupported: {
    code: 18552,
    status: 401,
    sentence:
      "FileMaker accounts can't sign in to the Data API here. Send a Data API key as bearer token, or as the password of the user `apiKey`",
    cause: "Basic has another user than `apiKey`. Latchkey didn't check the password.",
    remedy: "Create a key with the account, then sign in as the user `apiKey` with the key as password.",
    fileMakerCode: "212",
  },
  reference_refused: {
    code: 18553,
    status: 400,
    sentence: "Invalid reference",
    cause: "The record in a `$ref` can't be read, or isn't on this server. The message names it.",
    remedy: 'Send `{"@odata.id":"…"}` as JSON, with the URL as in responses or relative to the file.',
  },
  session_unknown: {
    code: 18042,
    status: 401,
    sentence: "Invalid FileMaker Data API token (*)",
    cause: "The token was logged out or unused for 15 minutes, or its key was deleted.",
    remedy: "Log in again, or send the key itself with every request and never log in.",
    fileMakerCode: "952",
  },
  session_required: {
    code: 18043,
    status: 409,
    sentence: "Setting global fields needs a session. Log in with the key first, then send the returned token",
    cause: "Globals were set with a bare key. Requests with a bare key share sessions.",
    remedy:
      "Call `POST …/sessions` with Basic `apiKey:<key>`, then use its token for the globals and the requests that need them.",
  },
  account_refused: {
    code: 18045,
    status: 401,
    sentence: "FileMaker Server rejected this account or password",
    cause: "The account sent with Basic isn't an Admin Console account, or its password is wrong.",
    remedy: "Check that the account can sign in to the Admin Console, or send an Admin API key as bearer.",
    fileMakerCode: "212",
  },
  admin_session_unknown: {
    code: 18046,
    status: 401,
    sentence: "Invalid FileMaker Admin API token (*)",
    cause: "The token belonged to a key and was logged out or unused for 15 minutes, or its key was deleted.",
    remedy: "Log in again, or send the key itself with every request and never log in.",
    fileMakerCode: "952",
  },
  fmi_not_at_root: {
    code: 18556,
    status: 404,
    sentence: "FileMaker's APIs have a different path here",
    cause: "The request went to `/fmi/…` at the root. The message has the right path.",
    remedy: "Add the service's prefix before `/fmi/`, or set `SERVE_FMI_AT_ROOT` (on one machine).",
    fileMakerCode: "1630",
  },
} as const satisfies ErrorEntries;
