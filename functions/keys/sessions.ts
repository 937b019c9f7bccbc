import { sessions } from "#shared/sessions/contract.ts";
import { signedInAccountPartitions } from "#shared/sessions/store.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins } from "../needs.ts";
import { sessionsOfUsers } from "../wiring/sessions.ts";

export const resource = defineResource({
  contract: sessions,
  wiring: sessionsOfUsers,
  needs: needs(servesAdmins, { reads: [signedInAccountPartitions], writes: [signedInAccountPartitions] }),
});
