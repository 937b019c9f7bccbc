import type { AdminCredential } from "../contract/call.ts";
import { ServiceError } from "../contract/errors.ts";
import type { Visitor } from "../contract/rate-limit.ts";
import type { AdminApi } from "../filemaker/admin-api.ts";
import type { Attempts, Finding } from "./attempts.ts";

/** How long FileMaker Server is left alone with an account that it has locked. */
const lockedSeconds = 60;

/** Asks FileMaker Server about accounts and tokens of its Admin Console, guarded against guessing. */
export interface AdminAccounts {
  /** @throws ServiceError too_many_attempts, or upstream errors when FileMaker Server cannot be asked */
  accepts(credential: AdminCredential, visitor: Visitor): Promise<boolean>;
}

export function adminAccounts({
  adminApi,
  attempts,
}: {
  readonly adminApi: AdminApi;
  readonly attempts: Attempts;
}): AdminAccounts {
  const ask = async (credential: AdminCredential): Promise<Finding> => {
    const verdict = await adminApi.verify(credential);
    if (verdict !== "locked") return verdict;
    const detail = "FileMaker Server has locked the account for a while";
    throw new ServiceError("too_many_attempts", { retryAfterSeconds: lockedSeconds, detail });
  };

  return {
    async accepts(credential, visitor) {
      // A guessed token is counted as itself: guesses must not lock out those who have a good one.
      const suspect =
        "token" in credential
          ? ({ visitor, kind: "admin token", name: credential.token } as const)
          : ({ visitor, kind: "admin account", name: credential.user } as const);
      return (await attempts.guard(suspect, () => ask(credential))) === "accepted";
    },
  };
}
