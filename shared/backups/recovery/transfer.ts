import * as z from "zod";
import type { Vault } from "#shared/ports/vault.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import type { SetKeys } from "./set-keys.ts";
import {
  dataKeyContext,
  RecoveryKeyRecord,
  type RecoveryStore,
  recoveryKeyContext,
  type StoredRecoveryKey,
} from "./store.ts";

const SetKeyEntry = z.object({ set: z.string(), id: z.string(), key: z.string(), createdAt: z.number() });

/** Recovery key and keys of all sets, unsealed. Bytes are in base64. */
const RecoveryKeyEntry = RecoveryKeyRecord.omit({ schema: true, sealedKey: true }).extend({
  key: z.string(),
  sets: z.array(SetKeyEntry),
});
type RecoveryKeyEntry = z.output<typeof RecoveryKeyEntry>;

interface TransferredRecoveryKeyDependencies {
  readonly store: RecoveryStore;
  readonly setKeys: SetKeys;
  readonly vault: Pick<Vault, "seal" | "open">;
}

/**
 * Transfers the recovery key to another installation, with the keys of every set: backups in blocks can be restored there as here, and the
 * printed sheet stays valid.
 */
export function transferredRecoveryKey(
  dependencies: TransferredRecoveryKeyDependencies,
): TransferPart<RecoveryKeyEntry, StoredRecoveryKey> {
  const { store, setKeys, vault } = dependencies;

  const write = async ({ key, sets, ...fields }: RecoveryKeyEntry, version: number | undefined): Promise<void> => {
    const recoveryKey = Buffer.from(key, "base64");
    const record: RecoveryKeyRecord = { ...fields, schema: 1, sealedKey: await vault.seal(key, recoveryKeyContext) };
    const taken = await Promise.all(sets.map((one) => setKeys.sealed(one, recoveryKey)));
    // Existing keys here are encrypted with this recovery key from now on.
    const own = (await setKeys.wrappedUnder(recoveryKey)).filter(
      ({ set, id }) => !taken.some((other) => other.set === set && other.id === id),
    );
    await store.replaceKey(record, version, [...own, ...taken]);
  };

  return {
    entry: RecoveryKeyEntry,
    async all() {
      const stored = await store.key();
      return stored === undefined ? [] : [stored];
    },
    async entryOf({ record }) {
      const { schema: _, sealedKey, ...fields } = record;
      const sets = await Promise.all(
        (await store.allDataKeys()).map(async ({ set, id, sealedKey: sealed, createdAt }) => ({
          ...{ set, id, createdAt },
          key: await vault.open(sealed, dataKeyContext(set, id)),
        })),
      );
      return { ...fields, key: await vault.open(sealedKey, recoveryKeyContext), sets };
    },
    identityOf: () => recoveryKeyIdentity,
    identityOfStored: () => recoveryKeyIdentity,
    otherIdentities: async () => (await store.allDataKeys()).map(({ set }) => setIdentity(set)),
    // The requested groups, and who entered them, don't make a different key.
    comparedBy: ({ id, key, sets }) => ({ id, key, sets }),
    titleOf: ({ id }) => id,
    create: (entry) => write(entry, undefined),
    replace: (entry, { version }) => write(entry, version),
  };
}

/** There is only one recovery key. */
export const recoveryKeyIdentity = "recovery-key";

/** Returns the identity of a set whose keys are stored. */
export function setIdentity(set: string): string {
  return `set ${set}`;
}
