import { createHmac } from "node:crypto";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { AdminAccounts } from "./admin-accounts.ts";

const rememberedMs = 60_000;
const mostRemembered = 10_000;

interface RememberedAccountsDependencies {
  readonly accounts: AdminAccounts;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Accounts of which an accepted one is not asked about again for a minute. It is known by an HMAC that only this process can make.
 * A credential that many calls bring at the same time is checked once.
 */
export function rememberedAccounts({ accounts, clock, ids }: RememberedAccountsDependencies): AdminAccounts {
  const memoryKey = ids.bytes(32);
  const accepted = new Map<string, number>();
  const asking = new Map<string, Promise<boolean>>();

  return {
    async accepts(credential, visitor) {
      const name = createHmac("sha256", memoryKey).update(JSON.stringify(credential)).digest("base64");
      const age = clock.now() - (accepted.get(name) ?? Number.NEGATIVE_INFINITY);
      // A clock that was set back must not make a minute longer.
      if (age >= 0 && age < rememberedMs) return true;
      const underWay = asking.get(name);
      if (underWay !== undefined) return underWay;
      const answer = accounts.accepts(credential, visitor);
      asking.set(name, answer);
      try {
        if (!(await answer)) return false;
        accepted.delete(name);
        accepted.set(name, clock.now());
        if (accepted.size > mostRemembered) accepted.delete(accepted.keys().next().value as string);
        return true;
      } finally {
        asking.delete(name);
      }
    },
  };
}
