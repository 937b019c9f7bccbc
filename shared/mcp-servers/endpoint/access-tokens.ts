import type { Account } from "#shared/filemaker/data-api.ts";
import type { Scope } from "../tools/contract.ts";

/** What a person has allowed a client by signing in. */
export interface GrantedAccess {
  /** The grant, as the log names it. Never a secret. */
  readonly grantId: string;
  /** The account's name in the file. */
  readonly user: string;
  readonly scopes: readonly Scope[];
  readonly account: () => Promise<Account>;
  /** FileMaker Server takes the account no longer: the grant is over. */
  readonly refused: () => Promise<void>;
}

/** Access tokens of people who have signed in. */
export interface AccessTokens {
  /** Undefined for a token that is unknown, expired or revoked, or was issued for another resource. */
  check(token: string, resource: string): Promise<GrantedAccess | undefined>;
}
