import type { Caller } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { type KeyKind, withoutKeys } from "#shared/contract/values/api-key.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { KeyCache } from "../cache/key-cache.ts";
import { findKey, type KeyReference } from "../lookups/find-key.ts";
import type { KeyRecords } from "../record.ts";
import { newSecret, secretHint } from "../secret.ts";
import { type KeyStore, passContext } from "../store.ts";

const mostRetries = 5;

interface KeyRecordsDependencies {
  readonly store: KeyStore;
  readonly keyCache: Pick<KeyCache, "forget">;
  readonly adminKeyCache: Pick<KeyCache, "forget">;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What both kinds of keys have in common: making, finding, changing and removing records. */
export function keyRecords({ store, keyCache, adminKeyCache, vault, clock, ids }: KeyRecordsDependencies) {
  const { find, found } = findKey({ store, vault });

  /** What memory knows of keys is behind the store now. */
  const forget = () => {
    keyCache.forget();
    adminKeyCache.forget();
  };

  /** False when someone else was faster. */
  const removeFound = async <K extends KeyKind>(kind: K, record: KeyRecords[K]): Promise<boolean> => {
    try {
      await store.delete(kind, record);
    } catch (thrown) {
      if (thrown instanceof ConditionFailed) return false;
      throw thrown;
    }
    forget();
    return true;
  };

  return {
    found,

    /** A number, a value that is shown once, and a password sealed to the new record. Without another caller the account itself has made it. */
    async newRecord(kind: KeyKind, { user, pass }: Account, label: string, caller: Caller) {
      const id = await store.nextId(kind);
      const value = newSecret(kind, ids);
      const [secretId] = await vault.fingerprints("key", value);
      const sealedPass = await vault.seal(pass, passContext(kind, id));
      const now = clock.now();
      const hint = secretHint(value);
      const createdBy = callerName(caller.kind === "anyone" ? { kind: "file-account", user } : caller);
      const moments = { createdAt: now, updatedAt: now, lastUsed: null };
      const states = { isDisabled: false, replacedBy: null, replaces: null, dayCountOf: null };
      return { value, common: { id, hint, secretId, label, user, sealedPass, createdBy, ...moments, ...states } };
    },

    /** Changes a record. Where another change, or a use, came in between, the newest record is changed. @throws ServiceError */
    async change<K extends KeyKind>(
      kind: K,
      reference: KeyReference,
      changed: (record: KeyRecords[K]) => KeyRecords[K],
    ): Promise<KeyRecords[K]> {
      for (let retry = 0; retry < mostRetries; retry += 1) {
        const { record, version } = await found(kind, reference);
        const next = { ...changed(record), updatedAt: clock.now() };
        try {
          await store.replace(kind, next, version);
          forget();
          return next;
        } catch (thrown) {
          if (!(thrown instanceof ConditionFailed)) throw thrown;
        }
      }
      throw new ServiceError("key_busy");
    },

    /** @throws ServiceError key_not_found */
    async remove<K extends KeyKind>(kind: K, reference: KeyReference): Promise<KeyRecords[K]> {
      const { record } = await found(kind, reference);
      if (!(await removeFound(kind, record))) throw new ServiceError("key_not_found");
      return record;
    },

    /** Removes every key that is named, however often and in whatever way. */
    async removeAll<K extends KeyKind>(kind: K, references: readonly KeyReference[]) {
      const named = new Map<number, { readonly reference: KeyReference; readonly record: KeyRecords[K] }>();
      const notFound: KeyReference[] = [];
      for (const reference of references) {
        const stored = await find(kind, reference);
        if (stored === undefined) notFound.push(shown(reference));
        else if (!named.has(stored.record.id)) named.set(stored.record.id, { reference, record: stored.record });
      }
      const removed: KeyRecords[K][] = [];
      for (const { reference, record } of named.values()) {
        if (await removeFound(kind, record)) removed.push(record);
        else notFound.push(shown(reference));
      }
      return { removed, notFound };
    },
  };
}

/** What was asked for, as it may be repeated: a mistyped key is still most of a key. */
function shown(reference: KeyReference): KeyReference {
  return typeof reference === "number" ? reference : withoutKeys(reference);
}
