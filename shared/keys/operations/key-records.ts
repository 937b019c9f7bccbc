import type { Caller } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { type KeyKind, parsedKeyHint, withoutKeys } from "#shared/contract/values/api-key.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { KeyCache } from "../cache/key-cache.ts";
import { findKey, type KeyReference } from "../lookups/find-key.ts";
import type { KeyRecords } from "../record.ts";
import { hintOf } from "../rows.ts";
import { newSecret, secretHint } from "../secret.ts";
import { type KeyStore, passContext } from "../store.ts";

interface KeyRecordsDependencies {
  readonly store: KeyStore;
  readonly keyCache: Pick<KeyCache, "forget">;
  readonly adminKeyCache: Pick<KeyCache, "forget">;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Creates, finds, changes and deletes records of both kinds of keys. */
export function keyRecords({ store, keyCache, adminKeyCache, vault, clock, ids }: KeyRecordsDependencies) {
  const { find, found } = findKey({ store, vault });

  /** Clears the caches, which are now older than the store. */
  const forget = () => {
    keyCache.forget();
    adminKeyCache.forget();
  };

  /** Returns false if another call deleted the record first. */
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

  /** @throws ServiceError key_value_exists */
  const refuseKnownValue = async (value: string): Promise<void> => {
    const secretIds = await vault.fingerprints("key", value);
    for (const kind of ["data", "admin"] as const) {
      const stored = await store.bySecret(kind, secretIds);
      if (stored === undefined) continue;
      const { id, label } = stored.record;
      const hint = hintOf(kind, stored.record);
      throw new ServiceError("key_value_exists", { text: `key ${id}, ${hint}`, response: { id, label, hint } });
    }
  };

  return {
    found,

    /**
     * Creates a record: number, value to show once, and password encrypted for the record. Without a caller, the account itself is the
     * creator. `importedValue`: value of a key from another server; a hint, as in rows of lists, doesn't count.
     * @throws ServiceError key_value_exists
     */
    async newRecord(kind: KeyKind, { user, pass }: Account, label: string, caller: Caller, importedValue?: string) {
      const imported = importedIn(importedValue);
      if (imported !== undefined) await refuseKnownValue(imported);
      const id = await store.nextId(kind);
      const value = imported ?? newSecret(kind, ids);
      const [secretId] = await vault.fingerprints("key", value);
      const sealedPass = await vault.seal(pass, passContext(kind, id));
      const now = clock.now();
      const hint = secretHint(value);
      const createdBy = callerName(caller.kind === "anyone" ? { kind: "file-account", user } : caller);
      const moments = { createdAt: now, updatedAt: now, lastUsed: null };
      const states = {
        isDisabled: false,
        replacedBy: null,
        replaces: null,
        dayCountOf: null,
        isImported: imported !== undefined,
      };
      return { value, common: { id, hint, secretId, label, user, sealedPass, createdBy, ...moments, ...states } };
    },

    /**
     * Changes a record. After a concurrent change or use, the latest record is changed instead.
     * @throws ServiceError
     */
    async change<K extends KeyKind>(
      kind: K,
      reference: KeyReference,
      changed: (record: KeyRecords[K]) => KeyRecords[K],
    ): Promise<KeyRecords[K]> {
      return retryKeyWrite(async () => {
        const { record, version } = await found(kind, reference);
        const next = { ...changed(record), updatedAt: clock.now() };
        await store.replace(kind, next, version);
        forget();
        return next;
      });
    },

    /** @throws ServiceError key_not_found */
    async remove<K extends KeyKind>(kind: K, reference: KeyReference): Promise<KeyRecords[K]> {
      const { record } = await found(kind, reference);
      if (!(await removeFound(kind, record))) throw new ServiceError("key_not_found");
      return record;
    },

    /** Deletes all named keys, each once, even if it is named repeatedly or in different ways. */
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

/** Returns the value of an imported key. Undefined for none, and for a hint. */
function importedIn(value: string | undefined): string | undefined {
  return value === undefined || parsedKeyHint(value) !== undefined ? undefined : value;
}

/** Returns the reference in a form that can be shown: a mistyped key still reveals most of the key. */
function shown(reference: KeyReference): KeyReference {
  return typeof reference === "number" ? reference : withoutKeys(reference);
}

/**
 * Runs an optimistic write of a key, up to five times. `attempt` follows the rules of `retryOnConflict`.
 * @throws ServiceError key_busy if another writer wrote first each time
 */
export async function retryKeyWrite<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await retryOnConflict(attempt, 5);
  } catch (thrown) {
    if (thrown instanceof ConditionFailed) throw new ServiceError("key_busy", { cause: thrown });
    throw thrown;
  }
}
