import type { KeyKind } from "#shared/contract/values/api-key.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { Vault } from "#shared/ports/vault.ts";

/**
 * HMAC ids of an account with its password: as new records carry it first, then as records from before a rotation do. Accounts of
 * files and those of the Admin Console have nothing in common, whatever they are called.
 */
export function credentialIds(vault: Vault, kind: KeyKind, { user, pass }: Account): ReturnType<Vault["fingerprints"]> {
  return vault.fingerprints(kind === "data" ? "credential" : "admin credential", `${user}\0${pass}`);
}
