import type { AdminCredential } from "../contract/call.ts";
import { ServiceError } from "../contract/errors.ts";
import type { Visitor } from "../contract/rate-limit.ts";
import type { AdminApi } from "../filemaker/admin-api.ts";
import type { Attempts, Finding } from "./attempts.ts";

/** How long FileMaker Server is left alone with an account that it has locked. */
const lockedSeconds = 60;

/** How an account or a token stands. `limited`: it is right, and administers a part of the server only. */
export type Standing = "accepted" | "limited" | "refused";

/** Accounts and tokens of the Admin Console, as FileMaker Server knows them. */
export interface AdminAccounts {
  /** @throws ServiceError too_many_attempts, or upstream errors when FileMaker Server cannot be asked */
  standing(credential: AdminCredential, visitor: Visitor): Promise<Standing>;
  /** Whether it administers the server, all of it. @throws ServiceError administrator_limited, and what `standing` throws */
  accepts(credential: AdminCredential, visitor: Visitor): Promise<boolean>;
}

/** Accounts by how they stand. */
export function accountsBy(standing: AdminAccounts["standing"]): AdminAccounts {
  return {
    standing,
    async accepts(credential, visitor) {
      const found = await standing(credential, visitor);
      // What such an account asks for would be done with the rights of the service, or shown to it out of others' work.
      if (found === "limited") throw new ServiceError("administrator_limited");
      return found === "accepted";
    },
  };
}

/** Asks FileMaker Server, guarded against guessing. */
export function adminAccounts({
  adminApi,
  attempts,
}: {
  readonly adminApi: AdminApi;
  readonly attempts: Attempts;
}): AdminAccounts {
  const ask = async (credential: AdminCredential): Promise<Standing> => {
    const verdict = await adminApi.verify(credential);
    if (verdict !== "locked") return verdict;
    const detail = "FileMaker Server has locked the account for a while";
    throw new ServiceError("too_many_attempts", { retryAfterSeconds: lockedSeconds, detail });
  };

  return accountsBy(async (credential, visitor) => {
    // A guessed token is counted as itself: guesses must not lock out those who have a good one.
    const suspect =
      "token" in credential
        ? ({ visitor, kind: "admin token", name: credential.token } as const)
        : ({ visitor, kind: "admin account", name: credential.user } as const);
    let standing: Standing = "refused";
    await attempts.guard(suspect, async (): Promise<Finding> => {
      standing = await ask(credential);
      return standing === "refused" ? "refused" : "accepted";
    });
    return standing;
  });
}
