import type { Caller } from "../contract/call.ts";
import { ServiceError } from "../contract/errors.ts";
import type { Visitor } from "../contract/rate-limit.ts";
import type { AdminAccounts } from "./admin-accounts.ts";
import type { PersonSessions } from "./person-sessions.ts";
import { callerOf } from "./sign-in-browser.ts";

/** A credential as a management call carries it. */
export type ManagementCredential =
  | { readonly kind: "admin-key"; readonly value: string }
  | { readonly kind: "account"; readonly user: string; readonly pass: string }
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "browser-session" | "command-line-session"; readonly value: string };

/** Finds out who makes a management call. */
export interface Administrators {
  /** @throws ServiceError unauthenticated, too_many_attempts, or upstream errors when FileMaker Server cannot be asked */
  identify(credential: ManagementCredential, visitor: Visitor): Promise<Caller>;
}

interface AdministratorsDependencies {
  /** The id of the Admin API Key with this value. */
  readonly adminKeyId: (value: string) => Promise<number | undefined>;
  /** Remembered for a while: every call brings its account anew. */
  readonly accounts: AdminAccounts;
  readonly people: Pick<PersonSessions, "find">;
}

/** Accounts and tokens are those of the Admin Console. */
export function administrators(dependencies: AdministratorsDependencies): Administrators {
  const { adminKeyId, accounts, people } = dependencies;

  return {
    async identify(credential, visitor) {
      if (credential.kind === "admin-key") {
        const keyId = await adminKeyId(credential.value);
        if (keyId === undefined) throw new ServiceError("unauthenticated");
        return { kind: "admin-key", keyId };
      }
      if ("value" in credential) {
        const kind = credential.kind === "browser-session" ? "browser" : "command-line";
        const session = await people.find(credential.value, kind, visitor);
        if (session === undefined) throw new ServiceError("unauthenticated");
        return callerOf(session.record, session.account);
      }
      const account =
        credential.kind === "token" ? { token: credential.token } : { user: credential.user, pass: credential.pass };
      if (!(await accounts.accepts(account, visitor))) throw new ServiceError("unauthenticated");
      if (credential.kind === "token") return { kind: "admin-token", credential: account };
      return { kind: "admin-account", user: credential.user, credential: account };
    },
  };
}
