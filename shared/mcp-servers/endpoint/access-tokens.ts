import type { Account } from "#shared/filemaker/data-api.ts";
import type { Scope } from "../tools/contract.ts";

/** Access that a person granted to a client by signing in. */
export interface GrantedAccess {
  /** Id of the grant for the log. Not a secret. */
  readonly grantId: string;
  /** Name of the account in the file. */
  readonly user: string;
  /** Name of the program that the person signed in to; undefined if it has none. */
  readonly client: string | undefined;
  readonly scopes: readonly Scope[];
  readonly account: () => Promise<Account>;
  /** Ends the grant, because FileMaker Server no longer accepts the account. */
  readonly refused: () => Promise<void>;
}

/** Access tokens of people who have signed in. */
export interface AccessTokens {
  /** Returns undefined for a token that is unknown, expired, revoked or issued for another resource. */
  check(token: string, resource: string): Promise<GrantedAccess | undefined>;
}
