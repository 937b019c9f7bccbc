import { hash } from "node:crypto";
import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
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

/** A Data API Key as the proxies use it: looked up once, then kept in memory. */
export interface KeyHandle {
  readonly record: DataKeyRecord;
  readonly name: KeyName;
  /** True spelling of each file that the key names, by its folded name. */
  readonly files: ReadonlyMap<string, string>;
  /** Undefined for a key without limits. */
  readonly guard: KeyGuard | undefined;
  /** The account behind the key, opened when a login needs it. */
  account(): Promise<Account>;
}

/** An Admin API Key as the proxies use it. */
export interface AdminKeyHandle {
  readonly record: AdminKeyRecord;
  readonly name: KeyName;
  /** Undefined for a key without limits. */
  readonly guard: KeyGuard | undefined;
  /** The account behind the key, opened when a login needs it. */
  account(): Promise<Account>;
}

/** Knows keys of one kind by value or id without asking the store on every call (R3.2, R3.7). */
interface KeyCacheOf<Handle> {
  /** The key with this value when memory knows it well enough, and nothing otherwise. Never waits. */
  fresh(value: string): Handle | undefined;
  /** Undefined when there is no such key. @throws StoreUnavailable when the store is needed and does not answer */
  find(value: string): Promise<Handle | undefined>;
  findId(id: number): Promise<Handle | undefined>;
  /** Notes a use; the record follows within a minute (R3.6). */
  used(handle: Handle): void;
  /** Forgets what memory knows, after a change in this process. */
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
  /** How old a record may be while the store does not answer. Milliseconds; 0 for not at all. */
  readonly outageMs: number;
}

/** Data API Keys. */
export function keyCache(dependencies: KeyCacheDependencies): KeyCache {
  return keyCacheOf("data", dependencies, (record) => ({
    record,
    name: keyName("data", record),
    files: new Map(databasesOf(record).map((name) => [foldedDatabaseName(name), name])),
    guard: keyGuard(record),
    account: storedAccount("data", record, dependencies.vault),
  }));
}

/** Admin API Keys. */
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
      // The checksum keeps typing errors and noise away from the store (K1).
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

/** Opens the account of a record at most once. */
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
