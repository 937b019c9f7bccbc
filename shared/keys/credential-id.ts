import type { Account } from "../filemaker/data-api.ts";
import type { Vault } from "../ports/vault.ts";

/** HMAC ids of an account with its password: as new records carry it first, then as records from before a rotation do. */
export function credentialIds(vault: Vault, { user, pass }: Account): ReturnType<Vault["fingerprints"]> {
  return vault.fingerprints("credential", `${user}\0${pass}`);
}
