import type { Caller } from "#shared/contract/call.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { ODataAnswer, ODataRequest } from "#shared/filemaker/odata.ts";
import type { Scope } from "../tools/contract.ts";

/** OData call in the server's file with the caller's account. `path` is relative to the file. */
export type FileRequest = Omit<ODataRequest, "authorization">;

/** Caller of an MCP server: an account of its file, regardless of the credential. */
export interface FileAccount {
  /** Key with its number and label, or account by its name. The log, the list of calls and the audit trail name it. */
  readonly caller: Caller;
  /** Name of the program that signed in for the account; undefined for a caller that sends its own credential. */
  readonly client: string | undefined;
  /** Credential that limits and cursors belong to. Each sign-in is one of its own. Never a secret. */
  readonly credential: string;
  /** Cache id for the account and its password. Reveals neither. */
  readonly id: string;
  readonly scopes: readonly Scope[];
  /** True if the caller signs in with the account itself. With a key, the account is that of the key. */
  readonly signsIn: boolean;
  readonly account: () => Promise<Account>;
  /**
   * Calls OData with the account, and records if the account was accepted.
   * @throws AccountRefused if FileMaker Server no longer accepts the account
   * @throws ServiceError if there is no response, or the account is temporarily not tried
   */
  readonly call: (request: FileRequest) => Promise<ODataAnswer>;
}

/** Rejection of the caller's account by FileMaker Server. */
export class AccountRefused extends Error {
  override readonly name = "AccountRefused";
}

export const everyScope: readonly Scope[] = ["fm:read", "fm:write"];
