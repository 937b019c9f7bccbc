import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors that only proxy paths answer. */
export const proxyErrors = {
  authorization_unsupported: {
    code: 18005,
    status: 401,
    sentence: "This authorization scheme is not taken here",
    cause: "The Authorization header is neither Bearer nor Basic. The Admin API proxy takes PKI at its login only.",
    remedy: "Log in with `POST …/user/auth`, then send the token that comes back as bearer.",
    fileMakerCode: "1702",
  },
  batch_refused: {
    code: 18026,
    status: 400,
    sentence: "The batch is not acceptable",
    cause:
      "It is not one `multipart/mixed` body with calls and changesets in it, or a call in it is not well formed. The text says which.",
    remedy: "Send parts of `application/http`, each with one request line, and changesets that hold no further one.",
  },
  key_file_not_allowed: {
    code: 18041,
    status: 403,
    sentence: "This key does not open this file through this API",
    cause: "The file is not on the key's list, or the key is not meant for this API.",
    remedy: "Add the file or the API to the key on the API Keys page.",
    fileMakerCode: "9",
  },
  credential_missing: {
    code: 18550,
    status: 401,
    sentence: "HTTP Authorization header or OAuth headers are missing",
    cause: "The call came without a key.",
    remedy: "Send a Data API Key as bearer token, as `apiKey` in the query, or by Basic with the user `apiKey`.",
    fileMakerCode: "10",
  },
  admin_credential_missing: {
    code: 18551,
    status: 401,
    sentence: "The Authorization header is missing",
    cause: "The call came without a credential.",
    remedy: "Send an Admin API Key as bearer token, or Basic with an Admin Console account.",
    fileMakerCode: "1702",
  },
  native_account_unsupported: {
    code: 18552,
    status: 401,
    sentence:
      "A FileMaker account does not open the Data API here: send a Data API Key as the password of the user `apiKey`, or as bearer token",
    cause: "Basic came with another user than `apiKey`. What was sent was not looked at.",
    remedy: "Create a key with the account, and log in as the user `apiKey` with the key as its password.",
    fileMakerCode: "212",
  },
  reference_refused: {
    code: 18553,
    status: 400,
    sentence: "The reference is not acceptable",
    cause: "The record that a `$ref` names cannot be read, or is not on this server. The text says which.",
    remedy: 'Send `{"@odata.id":"…"}` as JSON, with the address as answers have it or relative to the file.',
  },
  session_unknown: {
    code: 18042,
    status: 401,
    sentence: "Invalid FileMaker Data API token (*)",
    cause: "The token was logged out, or unused for 15 minutes, or its key was deleted.",
    remedy: "Log in again, or send the key itself with every call and never log in.",
    fileMakerCode: "952",
  },
  session_required: {
    code: 18043,
    status: 409,
    sentence: "Global fields live in a session: log in with the key first, and send the token that comes back",
    cause: "Globals were set with a bare key, whose calls share sessions with other calls.",
    remedy:
      "`POST …/sessions` with Basic `apiKey:<key>`, then use its token for the globals and the calls that need them.",
  },
  account_refused: {
    code: 18045,
    status: 401,
    sentence: "FileMaker Server refused this account or password",
    cause: "The account that came as Basic is none of the Admin Console, or its password is wrong.",
    remedy: "Check the account by signing in to the Admin Console with it, or send an Admin API Key as bearer.",
    fileMakerCode: "212",
  },
  admin_session_unknown: {
    code: 18046,
    status: 401,
    sentence: "Invalid FileMaker Admin API token (*)",
    cause: "The token stood for a key, and was logged out, or unused for 15 minutes, or its key was deleted.",
    remedy: "Log in again, or send the key itself with every call and never log in.",
    fileMakerCode: "952",
  },
  fmi_not_at_root: {
    code: 18556,
    status: 404,
    sentence: "FileMaker's APIs have another address here",
    cause: "The call went to `/fmi/…` at the root. The text names the address below which the APIs are.",
    remedy: "Put the service's prefix before `/fmi/`, or set `SERVE_FMI_AT_ROOT` on one machine.",
    fileMakerCode: "1630",
  },
} as const satisfies ErrorEntries;
