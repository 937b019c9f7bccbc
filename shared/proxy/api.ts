/** Credentials and OData accounts of calls, for other resources that accept the same keys; times of calls, for the log. */

export type { CallCredential } from "./call-credential.ts";
export type { ODataAccounts } from "./odata/accounts.ts";
export type { ODataRefusals } from "./odata/refusals.ts";
export { callTimes } from "./relay/call-times.ts";
