import { identity } from "#shared/identity/contract.ts";
import { google } from "#shared/identity/providers/google.ts";
import { identityService } from "#shared/identity/service.ts";
import { identityPartitions, identitySecrets, identityStore } from "#shared/identity/store.ts";
import { acceptedClients } from "#shared/sessions/login-limiter/accepted-clients.ts";
import { networkAllowance } from "#shared/sessions/login-limiter/network-allowance.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins } from "../needs.ts";
import type { CommonPlatform } from "../platform.ts";

export const resource = defineResource({
  contract: identity,
  wiring: service,
  needs: needs(servesAdmins, {
    seals: [identitySecrets],
    opens: [identitySecrets],
    reads: [identityPartitions],
    writes: [identityPartitions],
  }),
});

type IdentityPlatform = CommonPlatform;

function service(platform: IdentityPlatform) {
  const { table, callouts, vault, ids, clock, log, bodyMs } = platform;
  return identityService({
    ...{ store: identityStore(table), provider: google(callouts), vault, ids, clock, log, bodyMs },
    exchangeAllowance: networkAllowance(platform, "identity-code", { calls: 60, windowMs: 3_600_000 }),
    acceptedClients: acceptedClients(table, clock),
    exchangesWithoutGroups: platform.exchangesWithoutGroups,
  });
}
