import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import type { AdminApi, Verdict } from "#shared/filemaker/admin-api.ts";
import type { CheckOutcome, LoginLimiter } from "./login-limiter/login-limiter.ts";

/** How long FileMaker Server is left alone with an account that it has locked. */
const lockedSeconds = 60;

/** How an account or a token stands. `limited`: it is right, and administers a part of the server only. */
export type AdminAccountStatus = "accepted" | "limited" | "refused";

/** Accounts and tokens of the Admin Console, as FileMaker Server knows them. */
export interface AdminAccounts {
  /** @throws ServiceError too_many_attempts, or upstream errors when FileMaker Server cannot be asked */
  statusOf(credential: AdminCredential, client: Client): Promise<AdminAccountStatus>;
  /** Whether it administers the server, all of it. @throws ServiceError administrator_limited, and what `statusOf` throws */
  accepts(credential: AdminCredential, client: Client): Promise<boolean>;
}

/** Accounts by how they stand. */
export function accountsBy(statusOf: AdminAccounts["statusOf"]): AdminAccounts {
  return {
    statusOf,
    async accepts(credential, client) {
      const status = await statusOf(credential, client);
      // What such an account asks for would be done with the rights of the service, or shown to it out of others' work.
      if (status === "limited") throw new ServiceError("administrator_limited");
      return status === "accepted";
    },
  };
}

/** Asks FileMaker Server, guarded against guessing. */
export function adminAccounts({
  adminApi,
  attempts: loginLimiter,
}: {
  readonly adminApi: AdminApi;
  readonly attempts: LoginLimiter;
}): AdminAccounts {
  return accountsBy(async (credential, client) => {
    // A guessed token is counted as itself: guesses must not lock out those who have a good one.
    const loginCredential =
      "token" in credential
        ? ({ client, kind: "admin token", names: [credential.token] } as const)
        : ({ client, kind: "admin account", names: [credential.user] } as const);
    let verdict: Verdict = "refused";
    await loginLimiter.attempt(loginCredential, async (): Promise<CheckOutcome> => {
      verdict = await adminApi.verify(credential);
      return verdict === "limited" ? "accepted" : verdict;
    });
    return statusFor(verdict);
  });
}

/** @throws ServiceError too_many_attempts while FileMaker Server itself refuses the account */
function statusFor(verdict: Verdict): AdminAccountStatus {
  if (verdict !== "locked") return verdict;
  const detail = "FileMaker Server has locked the account for a while";
  throw new ServiceError("too_many_attempts", { retryAfterSeconds: lockedSeconds, detail });
}
