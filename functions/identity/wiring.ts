import { google } from "#shared/identity/providers/google.ts";
import { identityService } from "#shared/identity/service.ts";
import { identityStore } from "#shared/identity/store.ts";
import { acceptedClients } from "#shared/sessions/login-limiter/accepted-clients.ts";
import { networkAllowance } from "#shared/sessions/login-limiter/network-allowance.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

type IdentityPlatform = Pick<
  Platform,
  "table" | "vault" | "callouts" | "ids" | "clock" | "log" | "bodyMs" | "exchangesWithoutGroups"
>;

export const identity = memoized((platform: IdentityPlatform) => {
  const { table, callouts, vault, ids, clock, log, bodyMs } = platform;
  return identityService({
    ...{ store: identityStore(table), provider: google(callouts), vault, ids, clock, log, bodyMs },
    exchangeAllowance: networkAllowance(platform, "identity-code", { calls: 60, windowMs: 3_600_000 }),
    acceptedClients: acceptedClients(table, clock),
    exchangesWithoutGroups: platform.exchangesWithoutGroups,
  });
});
