/** Keys in use: lookup by value, limits, access to files, and the accounts behind them. */

export type { AdminKeyCache, AdminKeyHandle, KeyCache, KeyHandle } from "./cache/key-cache.ts";
export type { FileCaller } from "./file-access/file-caller.ts";
export type { FileVerdict } from "./file-access/file-check.ts";
export type { FileTrial } from "./file-access/file-opening.ts";
export type { Admission, AdmittedCall } from "./limits/admission.ts";
export type { NameRules } from "./limits/key-guard.ts";
export type { KeysOfFiles } from "./lookups/keys-of-files.ts";
export type { KeyAccount, StoredAccounts } from "./lookups/stored-accounts.ts";
