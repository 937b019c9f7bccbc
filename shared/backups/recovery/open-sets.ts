import { NoRecoveryKey, recoveryKeyId, recoveryKeyIn } from "#shared/blocks/recovery-key.ts";
import type { Call } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { askedSets } from "../restores/asked-sets.ts";
import type { OpenPlace } from "../restores/open-place.ts";
import type { PlacedSnapshots } from "../restores/placed-snapshots.ts";
import type { offsiteRecovery } from "./contract.ts";
import { askedGroups, shownKey } from "./rules.ts";
import type { SetKeys } from "./set-keys.ts";
import { type RecoveryKeyRecord, type RecoveryStore, recoveryKeyContext } from "./store.ts";

interface OpenSetsDependencies {
  readonly store: Pick<RecoveryStore, "key" | "replaceKey">;
  readonly setKeys: Pick<SetKeys, "take">;
  readonly openPlace: OpenPlace;
  readonly snapshots: Pick<PlacedSnapshots, "keysUnder">;
  readonly vault: Pick<Vault, "seal">;
  readonly ids: Pick<Ids, "bytes">;
  readonly clock: Clock;
}

/** Opens sets that another installation has sent, with the recovery key from its sheet. */
export function openSets(
  dependencies: OpenSetsDependencies,
): Pick<ServiceOf<typeof offsiteRecovery>, "openOffsiteSets"> {
  const { store, setKeys, openPlace, snapshots, vault, ids, clock } = dependencies;

  /**
   * Returns the key of this service. If there is none, stores the entered key as confirmed: entering all of it proves that the user has the
   * sheet.
   */
  const keyHere = async (typed: Buffer, call: Pick<Call, "caller">): Promise<RecoveryKeyRecord> => {
    const stored = await store.key();
    if (stored !== undefined) return stored.record;
    const [now, by] = [clock.now(), callerName(call.caller)];
    const record: RecoveryKeyRecord = {
      ...{ schema: 1, id: recoveryKeyId(typed) },
      sealedKey: await vault.seal(typed.toString("base64"), recoveryKeyContext),
      ...{ createdAt: now, createdBy: by, asked: askedGroups(ids.bytes(2)), confirmedAt: now, confirmedBy: by },
    };
    try {
      await store.replaceKey(record, undefined, []);
    } catch (thrown) {
      if (thrown instanceof ConditionFailed) throw new ServiceError("recovery_key_exists", { cause: thrown });
      throw thrown;
    }
    return record;
  };

  return {
    async openOffsiteSets({ recovery_key, ...place }, call) {
      const typed = keyIn(recovery_key);
      const at = await openPlace(place);
      const found = await askedSets(() => snapshots.keysUnder(at, typed));
      if (found.length === 0) throw new ServiceError("offsite_sets_closed");
      const record = await keyHere(typed, call);
      const createdAt = clock.now();
      for (const { set, id, bytes } of found)
        await setKeys.take({ set, id, key: Buffer.from(bytes).toString("base64"), createdAt });
      return { opened_sets: [...new Set(found.map(({ set }) => set))], recovery_key: shownKey(record) };
    },
  };
}

/** @throws ServiceError recovery_key_mistyped */
function keyIn(text: string): Buffer {
  try {
    return recoveryKeyIn(text);
  } catch (thrown) {
    if (!(thrown instanceof NoRecoveryKey)) throw thrown;
    throw new ServiceError("recovery_key_mistyped", { text: thrown.message });
  }
}
