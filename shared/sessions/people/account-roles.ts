import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import type { Role } from "#shared/contract/roles.ts";
import type { AdminAccounts } from "../admin-accounts.ts";

/** Permissions of an account that FileMaker Server has accepted. */
export interface AccountRole {
  readonly role: Role;
  /** True if FileMaker Server limits the account to a part of its tasks. */
  readonly isLimited: boolean;
}

/** Roles of accounts and tokens, based on their status in FileMaker Server and the roles assigned here. */
export interface AccountRoles {
  /**
   * Returns undefined if FileMaker Server rejects the account.
   * @throws ServiceError administrator_limited if a limited account has no assigned role; too_many_attempts; or upstream errors
   */
  of(credential: AdminCredential, client: Client): Promise<AccountRole | undefined>;
}

export function accountRoles({
  accounts,
  roleOfPerson,
}: {
  readonly accounts: AdminAccounts;
  /** Returns the role assigned to a limited account. */
  readonly roleOfPerson: (user: string) => Promise<Role | undefined>;
}): AccountRoles {
  return {
    async of(credential, client) {
      const status = await accounts.statusOf(credential, client);
      if (status === "refused") return undefined;
      if (status === "accepted") return { role: "administrator", isLimited: false };
      // A token doesn't reveal its account.
      const role = "user" in credential ? await roleOfPerson(credential.user) : undefined;
      if (role === undefined) throw new ServiceError("administrator_limited");
      return { role, isLimited: true };
    },
  };
}
