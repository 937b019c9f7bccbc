import type { Vault } from "#shared/ports/vault.ts";
import type { KeysOfSet } from "../runs/task-dependencies.ts";
import { dataKeyContext, type RecoveryStore } from "./store.ts";

/** Returns a function that unseals the keys of a set for the host. The host never gets the recovery key. */
export function keysOfSet(store: Pick<RecoveryStore, "dataKeys">, vault: Pick<Vault, "open">): KeysOfSet {
  return async (set) => {
    const records = await store.dataKeys(set);
    return {
      keys: await Promise.all(
        records.map(async ({ id, sealedKey }) => ({
          id,
          encryptionKey: await vault.open(sealedKey, dataKeyContext(set, id)),
        })),
      ),
      keyObjects: records.map(({ object }) => object),
    };
  };
}
