import { createHmac } from "node:crypto";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { type AdminAccountStatus, type AdminAccounts, accountsBy } from "./admin-accounts.ts";

const rememberedMs = 60_000;
const maxRemembered = 10_000;

interface RememberedAccountsDependencies {
  readonly accounts: AdminAccounts;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Caches valid accounts for a minute, by an HMAC that only this process can compute. A credential that concurrent calls send is checked
 * once.
 */
export function rememberedAccounts({ accounts, clock, ids }: RememberedAccountsDependencies): AdminAccounts {
  const memoryKey = ids.bytes(32);
  const known = new Map<string, { readonly status: AdminAccountStatus; readonly at: number }>();
  const asking = new Map<string, Promise<AdminAccountStatus>>();

  return accountsBy(async (credential, client) => {
    const name = createHmac("sha256", memoryKey).update(JSON.stringify(credential)).digest("base64");
    const found = known.get(name);
    const age = clock.now() - (found?.at ?? Number.NEGATIVE_INFINITY);
    // If the clock was set back, entries must not live longer.
    if (found !== undefined && age >= 0 && age < rememberedMs) return found.status;
    const underWay = asking.get(name);
    if (underWay !== undefined) return underWay;
    const answer = accounts.statusOf(credential, client);
    asking.set(name, answer);
    try {
      const status = await answer;
      if (status === "refused") return status;
      known.delete(name);
      known.set(name, { status, at: clock.now() });
      if (known.size > maxRemembered) known.delete(known.keys().next().value as string);
      return status;
    } finally {
      asking.delete(name);
    }
  });
}
