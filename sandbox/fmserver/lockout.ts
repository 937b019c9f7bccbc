import type { TimeSource } from "./clock.ts";
import { FmError } from "./fm-error.ts";

/** Counts wrong passwords per account, and refuses with 214 after too many. */
export interface Lockout {
  /** @throws FmError 214 while the account is locked. */
  check(account: string): void;
  failed(account: string): void;
  succeeded(account: string): void;
}

export function lockout(limits: { readonly attempts: number; readonly minutes: number }, clock: TimeSource): Lockout {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    check(account) {
      const entry = failures.get(account);
      if (entry === undefined || entry.count < limits.attempts) return;
      if (entry.until > clock.now()) throw new FmError("214");
      failures.delete(account);
    },
    failed(account) {
      const count = (failures.get(account)?.count ?? 0) + 1;
      failures.set(account, { count, until: clock.now() + limits.minutes * 60_000 });
    },
    succeeded(account) {
      failures.delete(account);
    },
  };
}
