import { ServiceError } from "#shared/contract/errors.ts";
import { type KeyKind, parsedKeyHint } from "#shared/contract/values/api-key.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { KeyRecords } from "../record.ts";
import { secretKind } from "../secret.ts";
import type { KeyStore, Stored } from "../store.ts";

/** Reference to a key in a path or body: its value, its id, or its hint as shown in lists. */
export type KeyReference = string | number;

/** Finds keys by the references that callers send. */
export function findKey({ store, vault }: { readonly store: KeyStore; readonly vault: Vault }) {
  const find = async <K extends KeyKind>(
    kind: K,
    reference: KeyReference,
  ): Promise<Stored<KeyRecords[K]> | undefined> => {
    const text = String(reference);
    if (secretKind(text) === kind) return store.bySecret(kind, await vault.fingerprints("key", text));
    const hint = parsedKeyHint(text);
    if (hint !== undefined) {
      const stored = hint.kind === kind ? await store.byId(kind, hint.id) : undefined;
      return stored?.record.hint.endsWith(hint.lastFour) ? stored : undefined;
    }
    return /^[1-9]\d{0,15}$/.test(text) ? store.byId(kind, Number(text)) : undefined;
  };

  return {
    find,

    /**
     * Finds a key. The error is the same for a value and an id.
     * @throws ServiceError key_not_found
     */
    async found<K extends KeyKind>(kind: K, reference: KeyReference): Promise<Stored<KeyRecords[K]>> {
      const stored = await find(kind, reference);
      if (stored === undefined) throw new ServiceError("key_not_found");
      return stored;
    },
  };
}
