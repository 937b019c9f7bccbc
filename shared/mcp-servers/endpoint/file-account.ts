import type { Account } from "#shared/filemaker/data-api.ts";
import type { ODataAnswer, ODataRequest } from "#shared/filemaker/odata.ts";
import type { Scope } from "../tools/contract.ts";

/** A call of OData in the server's file, for the one who calls. `path` stands behind the file. */
export type FileRequest = Omit<ODataRequest, "authorization">;

/** Who calls an MCP server: an account of its file, whatever showed it. */
export interface FileAccount {
  /** As logs name it: `data-key:7`, `file-account:ada`, `grant:…`. Never a secret. */
  readonly name: string;
  /** Stands for the account with its password, in caches. Says nothing of either. */
  readonly id: string;
  readonly scopes: readonly Scope[];
  /** Whether the caller signs in with the account itself; with a key, the account is the key's. */
  readonly signsIn: boolean;
  readonly account: () => Promise<Account>;
  /**
   * Calls OData with the account, and notes how it was taken.
   * @throws AccountRefused where FileMaker Server takes it no longer
   * @throws ServiceError when there is no answer, or the account is left alone for a while
   */
  readonly call: (request: FileRequest) => Promise<ODataAnswer>;
}

/** FileMaker Server does not take the account that the caller showed. */
export class AccountRefused extends Error {
  override readonly name = "AccountRefused";
}

export const everyScope: readonly Scope[] = ["fm:read", "fm:write"];
