import { keySecrets } from "#shared/keys/store.ts";
import { cliSignInPartitions, cliSignInSecrets } from "#shared/sessions/cli-sign-in/cli-sign-in-store.ts";
import { signIns } from "#shared/sessions/contract.ts";
import { signedInAccountPartitions, signInSecrets } from "#shared/sessions/store.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins } from "../needs.ts";
import { sessionsOfUsers } from "../wiring/sessions.ts";

export const resource = defineResource({
  contract: signIns,
  wiring: sessionsOfUsers,
  needs: needs(servesAdmins, {
    seals: [signInSecrets, cliSignInSecrets],
    opens: [cliSignInSecrets, keySecrets.admin],
    reads: [cliSignInPartitions, signedInAccountPartitions],
    writes: [cliSignInPartitions, signedInAccountPartitions],
  }),
});
