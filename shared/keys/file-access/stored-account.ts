import type { KeyKind } from "#shared/contract/values/api-key.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { credentialIds } from "../credential-id.ts";
import type { AdminKeyRecord } from "../record.ts";
import { passContext } from "../store.ts";

/** Returns the decrypted account of a record. */
export async function storedAccount(
  vault: Vault,
  kind: KeyKind,
  { id, user, sealedPass }: Pick<AdminKeyRecord, "id" | "user" | "sealedPass">,
): Promise<Account> {
  return { user, pass: await vault.open(sealedPass, passContext(kind, id)) };
}

/** Returns the stored fields for an account. */
export async function sealedAccount(vault: Vault, kind: KeyKind, account: Account, id: number) {
  const [credentialId] = await credentialIds(vault, kind, account);
  return { user: account.user, sealedPass: await vault.seal(account.pass, passContext(kind, id)), credentialId };
}
