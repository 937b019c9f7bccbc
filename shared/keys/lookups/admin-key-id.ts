import type { Vault } from "#shared/ports/vault.ts";
import type { LastUse } from "../cache/last-use.ts";
import { secretKind } from "../secret.ts";
import type { KeyStore } from "../store.ts";

interface AdminKeyIdDependencies {
  readonly store: KeyStore;
  readonly vault: Vault;
  readonly lastUse: LastUse;
}

/** Finds the id of the Admin API Key with a value and notes its use. Management calls are few: the store is asked each time. */
export function adminKeyId({ store, vault, lastUse }: AdminKeyIdDependencies) {
  return async (value: string): Promise<number | undefined> => {
    if (secretKind(value) !== "admin") return undefined;
    const stored = await store.bySecret("admin", await vault.fingerprints("key", value));
    if (stored === undefined) return undefined;
    lastUse.note("admin", stored.record.id, stored.record.lastUsed);
    return stored.record.id;
  };
}
