import { newRecoveryKey, recoveryKeyGroups, recoveryKeyId, recoveryKeyText } from "#shared/blocks/recovery-key.ts";
import type { Call } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { LocationStore } from "../locations/store.ts";
import type { OffsiteScheduleStore } from "../schedules/store.ts";
import type { offsiteRecovery } from "./contract.ts";
import { areTyped, askedGroups, type SheetPlace, sheetText, shownKey } from "./rules.ts";
import type { SetKeys } from "./set-keys.ts";
import { type RecoveryKeyRecord, type RecoveryStore, recoveryKeyContext, type StoredRecoveryKey } from "./store.ts";

interface RecoveryDependencies {
  readonly store: RecoveryStore;
  readonly setKeys: SetKeys;
  readonly schedules: Pick<OffsiteScheduleStore, "all">;
  readonly locations: Pick<LocationStore, "get">;
  readonly vault: Pick<Vault, "seal" | "open">;
  readonly ids: Pick<Ids, "bytes">;
  readonly clock: Clock;
}

/** Creates the recovery key, shows it once, and confirms it by two of its groups. */
export function recoveryService(
  dependencies: RecoveryDependencies,
): Omit<ServiceOf<typeof offsiteRecovery>, "openOffsiteSets"> {
  const { store, setKeys, schedules, locations, vault, ids, clock } = dependencies;

  const found = async (): Promise<StoredRecoveryKey> => {
    const stored = await store.key();
    if (stored === undefined) throw new ServiceError("recovery_key_not_found");
    return stored;
  };

  const places = async (): Promise<readonly SheetPlace[]> => {
    const kept = (await schedules.all()).flatMap(({ set, ...rest }) => (set === null ? [] : [{ ...rest, set }]));
    return Promise.all(
      kept.map(async ({ name, remote, bucket, path, set }) => {
        const endpoint = (await locations.get(remote))?.record.endpoint ?? "";
        return { schedule: name, endpoint, bucket, folder: path, set };
      }),
    );
  };

  /** Creates a key that replaces the previous one, and encrypts the keys of all sets with it. */
  const made = async (before: StoredRecoveryKey | undefined, call: Call) => {
    const key = newRecoveryKey(ids.bytes);
    const now = clock.now();
    const record: RecoveryKeyRecord = {
      ...{ schema: 1, id: recoveryKeyId(key), sealedKey: await vault.seal(key.toString("base64"), recoveryKeyContext) },
      ...{ createdAt: now, createdBy: callerName(call.caller), asked: askedGroups(ids.bytes(2)) },
      ...{ confirmedAt: null, confirmedBy: null },
    };
    try {
      await store.replaceKey(record, before?.version, await setKeys.wrappedUnder(key));
    } catch (thrown) {
      if (thrown instanceof ConditionFailed) throw new ServiceError("recovery_key_exists", { cause: thrown });
      throw thrown;
    }
    const text = recoveryKeyText(key);
    const sheet = sheetText({ id: record.id, text, createdAt: timestamp(now) }, await places());
    return { recovery_key: shownKey(record), text, sheet };
  };

  return {
    async readRecoveryKey() {
      const stored = await store.key();
      return { recovery_key: stored === undefined ? null : shownKey(stored.record) };
    },

    async createRecoveryKey({ replaces }, call) {
      const before = await store.key();
      if (before?.record.id !== replaces) throw new ServiceError("recovery_key_exists");
      return made(before, call);
    },

    async confirmRecoveryKey({ groups }, call) {
      const { record, version } = await found();
      const key = Buffer.from(await vault.open(record.sealedKey, recoveryKeyContext), "base64");
      const typed = groups.map(({ number, text }) => ({ number, text: recoveryKeyGroups(text).join("") }));
      if (!areTyped(recoveryKeyGroups(recoveryKeyText(key)), record.asked, typed)) {
        await store.replaceKey({ ...record, asked: askedGroups(ids.bytes(2)) }, version, []);
        throw new ServiceError("recovery_groups_wrong");
      }
      const confirmed = { ...record, confirmedAt: clock.now(), confirmedBy: callerName(call.caller) };
      await store.replaceKey(confirmed, version, []);
      return { recovery_key: shownKey(confirmed) };
    },

    async renewOffsiteDataKey({ name }) {
      const schedule = (await schedules.all()).find((one) => one.name === name);
      if (schedule === undefined) throw new ServiceError("offsite_schedule_not_found");
      if (schedule.set === null) throw new ServiceError("offsite_layout_differs");
      await setKeys.add(schedule.set);
      return { ok: true };
    },
  };
}
