import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const keyErrors = {
  key_not_found: {
    code: 18030,
    status: 404,
    sentence: "Key not found",
    cause: "The key was deleted, or its ID or value is mistyped.",
    remedy: "List the keys.",
  },
  key_exists: {
    code: 18031,
    status: 409,
    sentence: "A key with these settings already exists. Its value can't be shown again",
    cause:
      "`returnExisting` is set, and there is a key for the same account, files and permissions. Latchkey stores only its ID, label and hint.",
    remedy: "Use the value that was shown when that key was created, or create another key without `returnExisting`.",
  },
  key_files_refused: {
    code: 18032,
    status: 400,
    sentence: "Couldn't open every file with this account. Nothing was saved",
    cause:
      "The message names each file with the reason: not hosted, closed, wrong account or password, or a missing extended privilege (`fmrest` for the Data API, `fmodata` for OData).",
    remedy: "Fix the reason for each file, or leave the file out.",
  },
  key_password_required: {
    code: 18034,
    status: 400,
    sentence: "Changing a key's account needs the account's password",
    cause: "The body has `user` without `pass`, or `pass` without `user`.",
    remedy: "Send both `user` and `pass`.",
  },
  key_busy: {
    code: 18035,
    status: 409,
    sentence: "Someone else changed this key at the same time",
    cause: "Several changes to one key overlapped.",
    remedy: "Read the key, then send the change again if you still want it.",
  },
  key_unknown: {
    code: 18040,
    status: 401,
    sentence: "Invalid key",
    cause: "No key was sent, or it is unknown, deleted or mistyped.",
    remedy:
      "Send a Data API key as bearer token, as `apiKey` in the query, or with Basic as the password of the user `apiKey`.",
    fileMakerCode: "212",
  },
  key_disabled: {
    code: 18450,
    status: 401,
    sentence: "This key is disabled",
    cause: "An administrator disabled this key.",
    remedy: "Enable it on the API Keys page, or use another key.",
    fileMakerCode: "212",
  },
  key_ended: {
    code: 18451,
    status: 401,
    sentence: "This key expired",
    cause: "Its expiration date passed, or it was rotated and its overlap ended.",
    remedy: "Use the key that replaced it, or change the expiration date on the API Keys page.",
    fileMakerCode: "212",
  },
  key_network_refused: {
    code: 18452,
    status: 403,
    sentence: "This key can't be used from this address",
    cause: "The key is limited to certain networks. The message names your address.",
    remedy: "Call from one of the key's networks, or add the address on the API Keys page.",
    fileMakerCode: "9",
  },
  key_method_refused: {
    code: 18453,
    status: 403,
    sentence: "This key doesn't allow this HTTP method",
    cause: "The key is limited to certain HTTP methods. The message names the method of the request.",
    remedy: "Use another key, or add the method on the API Keys page.",
    fileMakerCode: "9",
  },
  key_layout_refused: {
    code: 18454,
    status: 403,
    sentence: "This key can't access this layout or table",
    cause:
      "The key is limited to certain layouts of the Data API and tables of OData. The message names the one in the request.",
    remedy: "Use another key, or add the layout or table on the API Keys page.",
    fileMakerCode: "9",
  },
  key_script_refused: {
    code: 18455,
    status: 403,
    sentence: "This key can't run this script",
    cause: "The key is limited to certain scripts. The message names the one in the request.",
    remedy: "Use another key, or add the script on the API Keys page.",
    fileMakerCode: "9",
  },
  key_call_unchecked: {
    code: 18456,
    status: 403,
    sentence: "This key is limited, and this request can't be checked against its limits",
    cause:
      "The key allows only certain layouts, tables, scripts or methods, and the request could name others. The message says where.",
    remedy: "Write the request as the message says, or use a key without these limits.",
    fileMakerCode: "9",
  },
  key_calls_exceeded: {
    code: 18457,
    status: 429,
    sentence: "Rate limit exceeded for this key",
    cause: "The key is limited to a number of requests per minute or per day. The message has the limit.",
    remedy: "Wait as long as `Retry-After` says, or raise the limit on the API Keys page.",
  },
  key_replaced: {
    code: 18458,
    status: 409,
    sentence: "This key was already replaced",
    cause: "The key was rotated before. The message names its replacement.",
    remedy: "Rotate the newer key.",
  },
  file_account_refused: {
    code: 18236,
    status: 401,
    sentence: "This account can't open the file",
    cause:
      "The request has no administrator credential, and the file's account in the body was rejected: the file isn't hosted or is closed, the account or password is wrong, or the account has neither the `fmrest` nor the `fmodata` extended privilege.",
    remedy: "Correct the account, or call with an Admin API key or an Admin Console account.",
  },
  key_value_needed: {
    code: 18459,
    status: 403,
    sentence: "Only administrators can name a key by its id or hint here",
    cause: "The operation uses the key's account, and the caller can't manage keys.",
    remedy: "Send the key's value, or ask an administrator.",
  },
} as const satisfies ErrorEntries;
