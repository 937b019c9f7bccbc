import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import type { AdminApi, Verdict } from "#shared/filemaker/admin-api.ts";
import type { CheckOutcome, LoginLimiter } from "./login-limiter/login-limiter.ts";

/** Wait time in seconds after FileMaker Server has locked an account. */
const lockedSeconds = 60;

/** Status of an account or token. `limited`: valid, but it only administers a part of the server. */
export type AdminAccountStatus = "accepted" | "limited" | "refused";

/** Accounts and tokens of the Admin Console, as verified by FileMaker Server. */
export interface AdminAccounts {
  /** @throws ServiceError too_many_attempts, or upstream errors if FileMaker Server doesn't respond */
  statusOf(credential: AdminCredential, client: Client): Promise<AdminAccountStatus>;
  /**
   * Returns true if the account administers the whole server.
   * @throws ServiceError administrator_limited, and the errors of `statusOf`
   */
  accepts(credential: AdminCredential, client: Client): Promise<boolean>;
}

/** Creates accounts from a function that returns their status. */
export function accountsBy(statusOf: AdminAccounts["statusOf"]): AdminAccounts {
  return {
    statusOf,
    async accepts(credential, client) {
      const status = await statusOf(credential, client);
      // Such an account would use the rights of the service or see results of other users.
      if (status === "limited") throw new ServiceError("administrator_limited");
      return status === "accepted";
    },
  };
}

/** Verifies accounts with FileMaker Server, with a limit on guesses. */
export function adminAccounts({
  adminApi,
  attempts: loginLimiter,
}: {
  readonly adminApi: AdminApi;
  readonly attempts: LoginLimiter;
}): AdminAccounts {
  return accountsBy(async (credential, client) => {
    // Each token has its own count, so that guesses don't lock out callers with a valid token.
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

/** @throws ServiceError too_many_attempts while FileMaker Server itself has locked the account */
function statusFor(verdict: Verdict): AdminAccountStatus {
  if (verdict !== "locked") return verdict;
  const detail = "FileMaker Server has temporarily locked the account";
  throw new ServiceError("too_many_attempts", { retryAfterSeconds: lockedSeconds, detail });
}
