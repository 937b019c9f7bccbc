import { hash } from "node:crypto";
import { ServiceError } from "#shared/contract/errors.ts";
import { type KeyKind, parsedKeyHint } from "#shared/contract/values/api-key.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { KeyName } from "#shared/contract/values/key-name.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { type KeyGuard, keyGuard } from "../limits/key-guard.ts";
import { keyName } from "../log-name.ts";
import type { AdminKeyRecord, DataKeyRecord, KeyRecords } from "../record.ts";
import { databasesOf } from "../rules.ts";
import { secretKind } from "../secret.ts";
import { type KeyStore, passContext } from "../store.ts";
import type { LastUse } from "./last-use.ts";
import { revalidatingCache } from "./revalidating-cache.ts";

/** Data API key for the proxies: looked up once, then cached in memory. */
export interface KeyHandle {
  readonly record: DataKeyRecord;
  readonly name: KeyName;
  /** Original spelling of each file that the key names, by normalized name. */
  readonly files: ReadonlyMap<string, string>;
  /** Undefined for a key without limits. */
  readonly guard: KeyGuard | undefined;
  /** Returns the key's account. The password is decrypted on the first call. */
  account(): Promise<Account>;
}

/** Admin API key for the proxies. */
export interface AdminKeyHandle {
  readonly record: AdminKeyRecord;
  readonly name: KeyName;
  /** Undefined for a key without limits. */
  readonly guard: KeyGuard | undefined;
  /** Returns the key's account. The password is decrypted on the first call. */
  account(): Promise<Account>;
}

/** Cache of keys of one kind, by value or id, so that calls don't access the store each time. */
interface KeyCacheOf<Handle> {
  /** Returns the key with this value if a fresh entry is cached, otherwise undefined. Never waits. */
  fresh(value: string): Handle | undefined;
  /**
   * Returns undefined if the key doesn't exist.
   * @throws StoreUnavailable if the store is needed and doesn't respond
   */
  find(value: string): Promise<Handle | undefined>;
  findId(id: number): Promise<Handle | undefined>;
  /** Records a use; the stored record is updated within a minute. */
  used(handle: Handle): void;
  /** Clears the cache, after a change in this process. */
  forget(): void;
}

export type KeyCache = KeyCacheOf<KeyHandle>;
export type AdminKeyCache = KeyCacheOf<AdminKeyHandle>;

interface KeyCacheDependencies {
  readonly store: KeyStore;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly background: BackgroundTasks;
  readonly lastUse: LastUse;
  /** Maximum age of a cached record in milliseconds while the store doesn't respond. 0 disables its use. */
  readonly outageMs: number;
}

/** Creates the cache of Data API keys. */
export function keyCache(dependencies: KeyCacheDependencies): KeyCache {
  return keyCacheOf("data", dependencies, (record) => ({
    record,
    name: keyName("data", record),
    files: new Map(databasesOf(record).map((name) => [normalizedDatabaseName(name), name])),
    guard: keyGuard(record),
    account: storedAccount("data", record, dependencies.vault),
  }));
}

/** Creates the cache of Admin API keys. */
export function adminKeyCache(dependencies: KeyCacheDependencies): AdminKeyCache {
  return keyCacheOf("admin", dependencies, (record) => ({
    record,
    name: keyName("admin", record),
    guard: keyGuard(record),
    account: storedAccount("admin", record, dependencies.vault),
  }));
}

function keyCacheOf<K extends KeyKind, Handle extends { readonly record: KeyRecords[K] }>(
  kind: K,
  { store, vault, clock, background, lastUse, outageMs }: KeyCacheDependencies,
  handleOf: (record: KeyRecords[K]) => Handle,
): KeyCacheOf<Handle> {
  const cache = revalidatingCache<Handle>({ clock, background, outageMs });
  const handleIn = (stored: { readonly record: KeyRecords[K] } | undefined) => stored && handleOf(stored.record);

  return {
    fresh: (value) => cache.fresh(hash("sha256", value, "base64")),

    async find(value) {
      if (parsedKeyHint(value) !== undefined) throw new ServiceError("key_hint_sent");
      // The checksum filters out typos and noise before the store is accessed. Imported values have none.
      if (secretKind(value) !== kind) return undefined;
      return cache.find(hash("sha256", value, "base64"), async () =>
        handleIn(await store.bySecret(kind, await vault.fingerprints("key", value))),
      );
    },

    findId: (id) => cache.find(`id ${id}`, async () => handleIn(await store.byId(kind, id))),

    used: ({ record }) => lastUse.note(kind, record.id, record.lastUsed),

    forget: () => cache.forget(),
  };
}

/** Returns a function that decrypts the account of a record at most once. */
function storedAccount(
  kind: KeyKind,
  { id, user, sealedPass }: Pick<DataKeyRecord, "id" | "user" | "sealedPass">,
  vault: Vault,
): () => Promise<Account> {
  let account: Promise<Account> | undefined;
  return () => {
    account ??= vault.open(sealedPass, passContext(kind, id)).then((pass) => ({ user, pass }));
    return account;
  };
}
