import { createHmac } from "node:crypto";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import { type AdminAccounts, accountsBy, type Standing } from "./admin-accounts.ts";

const rememberedMs = 60_000;
const mostRemembered = 10_000;

interface RememberedAccountsDependencies {
  readonly accounts: AdminAccounts;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Accounts of which a right one is not asked about again for a minute. It is known by an HMAC that only this process can make.
 * A credential that many calls bring at the same time is checked once.
 */
export function rememberedAccounts({ accounts, clock, ids }: RememberedAccountsDependencies): AdminAccounts {
  const memoryKey = ids.bytes(32);
  const known = new Map<string, { readonly standing: Standing; readonly at: number }>();
  const asking = new Map<string, Promise<Standing>>();

  return accountsBy(async (credential, visitor) => {
    const name = createHmac("sha256", memoryKey).update(JSON.stringify(credential)).digest("base64");
    const found = known.get(name);
    const age = clock.now() - (found?.at ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back must not make a minute longer.
    if (found !== undefined && age >= 0 && age < rememberedMs) return found.standing;
    const underWay = asking.get(name);
    if (underWay !== undefined) return underWay;
    const answer = accounts.standing(credential, visitor);
    asking.set(name, answer);
    try {
      const standing = await answer;
      if (standing === "refused") return standing;
      known.delete(name);
      known.set(name, { standing, at: clock.now() });
      if (known.size > mostRemembered) known.delete(known.keys().next().value as string);
      return standing;
    } finally {
      asking.delete(name);
    }
  });
}
