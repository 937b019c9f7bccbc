import type { KeyKind } from "#shared/contract/values/api-key.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { Vault } from "#shared/ports/vault.ts";

/**
 * Returns HMAC ids of an account and its password: first the one for new records, then those of records from before a secret rotation. File
 * accounts and Admin Console accounts never share an id.
 */
export function credentialIds(vault: Vault, kind: KeyKind, { user, pass }: Account): ReturnType<Vault["fingerprints"]> {
  return vault.fingerprints(kind === "data" ? "credential" : "admin credential", `${user}\0${pass}`);
}
