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
  file_account_refused: {
    code: 18236,
    status: 401,
    sentence: "This account does not open the file",
    cause:
      "The call came without a credential of an administrator, and the file's account in its body was not accepted: the file is not hosted or not open, the account or password is wrong, or the account has neither the extended privilege `fmrest` nor `fmodata`, by which it is checked.",
    remedy: "Correct the account, or call with an Admin API Key or an Admin Console account.",
  },
} as const satisfies ErrorEntries;
