import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of keys. */
export const keyErrors = {
  key_not_found: {
    code: 18030,
    status: 404,
    sentence: "There is no such key",
    cause: "It was deleted, or the id or value is mistyped.",
    remedy: "List the keys to see which exist.",
  },
  key_exists: {
    code: 18031,
    status: 409,
    sentence: "A key with these settings exists already; its value cannot be shown again",
    cause:
      "`returnExisting` was set, and a key for the same account, files and permissions is stored. Only its id, label and hint are known.",
    remedy: "Use the value that was shown when that key was created, or create another without `returnExisting`.",
  },
  key_files_refused: {
    code: 18032,
    status: 400,
    sentence: "No key was stored, because not every file could be opened with this account",
    cause:
      "The text names each file and its reason: not hosted, closed, wrong account or password, or no `fmrest` extended privilege for the Data API or `fmodata` for OData.",
    remedy: "Fix what the text says for each file, or leave the file out.",
  },
  key_password_required: {
    code: 18034,
    status: 400,
    sentence: "Changing the account of a key needs the new account's password",
    cause: "The body has `user` without `pass`, or `pass` without `user`.",
    remedy: "Send both `user` and `pass`.",
  },
  key_busy: {
    code: 18035,
    status: 409,
    sentence: "The key was changed by someone else at the same time",
    cause: "Several changes of one key met.",
    remedy: "Read the key and repeat the change if it is still wanted.",
  },
  key_unknown: {
    code: 18040,
    status: 401,
    sentence: "The key is not accepted",
    cause: "No key was sent, or it is unknown, deleted or mistyped.",
    remedy: "Send a Data API Key as bearer token, as `apiKey` in the query, or by Basic with the user `apiKey`.",
    fileMakerCode: "212",
  },
  key_disabled: {
    code: 18450,
    status: 401,
    sentence: "The key is disabled",
    cause: "An administrator has switched it off for the time being.",
    remedy: "Enable it on the API Keys page, or use another key.",
    fileMakerCode: "212",
  },
  key_ended: {
    code: 18451,
    status: 401,
    sentence: "The key has ended",
    cause: "It was given an end date, or another key took its place, and the time is over.",
    remedy: "Use the key that took its place, or have the end date changed on the API Keys page.",
    fileMakerCode: "212",
  },
  key_network_refused: {
    code: 18452,
    status: 403,
    sentence: "The key may not be used from this address",
    cause: "It is limited to some networks, and the call came from elsewhere. The text names the address.",
    remedy: "Call from a network of the key, or add the address to it on the API Keys page.",
    fileMakerCode: "9",
  },
  key_method_refused: {
    code: 18453,
    status: 403,
    sentence: "The key may not call with this method",
    cause: "It is limited to some HTTP methods. The text names the call's own.",
    remedy: "Use a key that may, or add the method to this one on the API Keys page.",
    fileMakerCode: "9",
  },
  key_layout_refused: {
    code: 18454,
    status: 403,
    sentence: "The key does not reach this layout or table",
    cause: "It is limited to some layouts of the Data API and tables of OData. The text says what the call named.",
    remedy: "Use a key that reaches it, or add it to this one on the API Keys page.",
    fileMakerCode: "9",
  },
  key_script_refused: {
    code: 18455,
    status: 403,
    sentence: "The key may not run this script",
    cause: "It is limited to some scripts. The text says what the call named.",
    remedy: "Use a key that may, or add the script to this one on the API Keys page.",
    fileMakerCode: "9",
  },
  key_call_unchecked: {
    code: 18456,
    status: 403,
    sentence: "The key is limited, and what this call asks for could not be checked",
    cause:
      "The key reaches some layouts, tables, scripts or methods only, and the call is written so that it may name others. The text says what.",
    remedy: "Write the call as the text says, or use a key without these limits.",
    fileMakerCode: "9",
  },
  key_calls_exceeded: {
    code: 18457,
    status: 429,
    sentence: "The key has made all the calls that it may make for now",
    cause: "It is limited to some calls in a minute or in a day. The text says how many.",
    remedy: "Wait as long as `Retry-After` says, or have the limit raised on the API Keys page.",
  },
  key_replaced: {
    code: 18458,
    status: 409,
    sentence: "Another key has taken the place of this one already",
    cause: "The key was rotated before. The text names the key that took its place.",
    remedy: "Rotate the newer key.",
  },
  file_account_refused: {
    code: 18236,
    status: 401,
    sentence: "This account does not open the file",
    cause:
      "The call came without a credential of an administrator, and the file's account in its body was not accepted: the file is not hosted or not open, the account or password is wrong, or the account has neither the extended privilege `fmrest` nor `fmodata`, by which it is checked.",
    remedy: "Correct the account, or call with an Admin API Key or an Admin Console account.",
  },
} as const satisfies ErrorEntries;
