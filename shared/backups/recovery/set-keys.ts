import { hexOf } from "#shared/blocks/object-names.ts";
import { wrappedDataKey } from "#shared/blocks/recovery-key.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { type DataKeyRecord, dataKeyContext, type RecoveryStore, recoveryKeyContext } from "./store.ts";

interface SetKeysDependencies {
  readonly store: RecoveryStore;
  readonly vault: Pick<Vault, "seal" | "open">;
  readonly ids: Pick<Ids, "bytes">;
  readonly clock: Clock;
}

/** Unsealed key of a set, in base64. */
interface SetKey extends Pick<DataKeyRecord, "set" | "id" | "createdAt"> {
  readonly key: string;
}

const keyBytes = 32;
const idBytes = 8;
const nameBytes = 16;

/** Random keys of sets, each sealed for this service and encrypted with the recovery key for anyone who has that. */
export type SetKeys = ReturnType<typeof setKeys>;

export function setKeys({ store, vault, ids, clock }: SetKeysDependencies) {
  const objectOf = (set: string, recoveryKey: Uint8Array, id: string, key: Uint8Array): DataKeyRecord["object"] => {
    const { name, bytes } = wrappedDataKey(set, recoveryKey, { id, bytes: key }, ids.bytes);
    return { name, bytes: bytes.toString("base64") };
  };

  const sealed = async ({ set, id, key, createdAt }: SetKey, recoveryKey: Uint8Array): Promise<DataKeyRecord> => ({
    ...{ schema: 1, set, id, createdAt, sealedKey: await vault.seal(key, dataKeyContext(set, id)) },
    object: objectOf(set, recoveryKey, id, Buffer.from(key, "base64")),
  });

  /** Stores a key of a set, unless it exists here. */
  const take = async (key: SetKey): Promise<void> => {
    return retryOnConflict(async () => {
      const stored = await store.key();
      if (stored === undefined) throw new ServiceError("recovery_key_not_found");
      if ((await store.dataKeys(key.set)).some(({ id }) => id === key.id)) return;
      const recoveryKey = Buffer.from(await vault.open(stored.record.sealedKey, recoveryKeyContext), "base64");
      await store.addDataKey(await sealed(key, recoveryKey), stored);
      return;
    });
  };

  const add = (set: string): Promise<void> =>
    take({
      ...{ set, id: hexOf(ids.bytes(idBytes)), key: Buffer.from(ids.bytes(keyBytes)).toString("base64") },
      createdAt: clock.now(),
    });

  return {
    /** Adds a new key to a set, with which all new data is encrypted. @throws ServiceError recovery_key_not_found */
    add,

    /** Stores an existing key of a set. @throws ServiceError recovery_key_not_found */
    take,

    /** Seals a key of a set for this service, and encrypts it with the recovery key. */
    sealed,

    /** Creates a set with its first key. @throws ServiceError recovery_key_not_found */
    async newSet(): Promise<string> {
      const set = hexOf(ids.bytes(nameBytes));
      await add(set);
      return set;
    },

    /** Returns the keys of all sets, encrypted with another recovery key. */
    async wrappedUnder(recoveryKey: Uint8Array): Promise<readonly DataKeyRecord[]> {
      return Promise.all(
        (await store.allDataKeys()).map(async (record) => {
          const { set, id, sealedKey } = record;
          const key = Buffer.from(await vault.open(sealedKey, dataKeyContext(set, id)), "base64");
          return { ...record, object: objectOf(set, recoveryKey, id, key) };
        }),
      );
    },
  };
}
