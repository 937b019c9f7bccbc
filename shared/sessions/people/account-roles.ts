import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import type { Role } from "#shared/contract/roles.ts";
import type { AdminAccounts } from "../admin-accounts.ts";

/** What an account that FileMaker Server has accepted may do here. */
export interface AccountRole {
  readonly role: Role;
  /** Whether FileMaker Server limits it to a part of its tasks. */
  readonly isLimited: boolean;
}

/** Roles of accounts and tokens, by what FileMaker Server says of them and what they were given. */
export interface AccountRoles {
  /**
   * Undefined: FileMaker Server refuses it. @throws ServiceError administrator_limited where nobody has given the account a role,
   * too_many_attempts, or upstream errors
   */
  of(credential: AdminCredential, client: Client): Promise<AccountRole | undefined>;
}

export function accountRoles({
  accounts,
  roleOfPerson,
}: {
  readonly accounts: AdminAccounts;
  /** The role that a limited account was given. */
  readonly roleOfPerson: (user: string) => Promise<Role | undefined>;
}): AccountRoles {
  return {
    async of(credential, client) {
      const status = await accounts.statusOf(credential, client);
      if (status === "refused") return undefined;
      if (status === "accepted") return { role: "administrator", isLimited: false };
      // A token does not say whose it is.
      const role = "user" in credential ? await roleOfPerson(credential.user) : undefined;
      if (role === undefined) throw new ServiceError("administrator_limited");
      return { role, isLimited: true };
    },
  };
}
