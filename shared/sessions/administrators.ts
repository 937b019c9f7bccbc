import type { Caller } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import type { AccountRoles } from "./people/account-roles.ts";
import { callerOf } from "./sign-in-browser.ts";
import type { UserSessions } from "./user-sessions.ts";

/** Credential of a management call. */
export type ManagementCredential =
  | { readonly kind: "admin-key"; readonly value: string }
  | { readonly kind: "account"; readonly user: string; readonly pass: string }
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "browser-session" | "command-line-session"; readonly value: string };

/** Identifies the caller of a management call. */
export interface Administrators {
  /**
   * @throws ServiceError unauthenticated, administrator_limited, too_many_attempts, or upstream errors if FileMaker Server doesn't respond
   */
  identify(credential: ManagementCredential, client: Client): Promise<Caller>;
}

interface AdministratorsDependencies {
  /** Returns the caller for the Admin API key with this value. */
  readonly adminKeyCaller: (value: string, client: Client) => Promise<Caller | undefined>;
  /** Cached for a while, because every call sends its account again. */
  readonly accounts: AccountRoles;
  readonly userSessions: Pick<UserSessions, "find">;
}

/** Creates the identification of callers. Accounts and tokens are those of the Admin Console. */
export function administrators(dependencies: AdministratorsDependencies): Administrators {
  const { adminKeyCaller, accounts, userSessions } = dependencies;

  return {
    async identify(credential, client) {
      if (credential.kind === "admin-key") {
        const caller = await adminKeyCaller(credential.value, client);
        if (caller === undefined) throw new ServiceError("unauthenticated");
        return caller;
      }
      if ("value" in credential) {
        const kind = credential.kind === "browser-session" ? "browser" : "command-line";
        const session = await userSessions.find(credential.value, kind, client);
        if (session === undefined) throw new ServiceError("unauthenticated");
        return callerOf(session);
      }
      const account =
        credential.kind === "token" ? { token: credential.token } : { user: credential.user, pass: credential.pass };
      const found = await accounts.of(account, client);
      if (found === undefined) throw new ServiceError("unauthenticated");
      if (credential.kind === "token") return { kind: "admin-token", credential: account };
      return { kind: "admin-account", user: credential.user, ...found, credential: account };
    },
  };
}
