import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { accountStatusRecorder } from "#shared/filemaker/sessions/account-status-recorder.ts";
import { type AccountAccess, refusalStore } from "#shared/filemaker/sessions/refusal-store.ts";
import { adminKeyCache as adminCacheOf, keyCache as cacheOf } from "#shared/keys/cache/key-cache.ts";
import { lastUse } from "#shared/keys/cache/last-use.ts";
import { admission } from "#shared/keys/limits/admission.ts";
import { allowanceStore } from "#shared/keys/limits/allowance-store.ts";
import { allowances } from "#shared/keys/limits/allowances.ts";
import { alwaysOthers, otherProcesses } from "#shared/keys/limits/other-processes.ts";
import { presenceStore } from "#shared/keys/limits/presence-store.ts";
import { keysOfFiles } from "#shared/keys/lookups/keys-of-files.ts";
import { keyStore } from "#shared/keys/store.ts";
import { promptTable as promptTableOf } from "#shared/ports/tables/prompt-table.ts";
import { type EventsPlatform, eventFeed } from "../events/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type KeyCachePlatform = EventsPlatform &
  Pick<Platform, "vault" | "ids" | "background" | "outageMs" | "storeWaitMs" | "fileMakerOrigin" | "hasOneCallAtATime">;

/** Table with a short timeout, for calls that can continue without it (R3.7). */
export const promptTable = memoized(({ table, storeWaitMs }: Pick<Platform, "table" | "storeWaitMs">) =>
  promptTableOf(table, storeWaitMs),
);

export const keyRecords = memoized(({ table }: Pick<Platform, "table">) => keyStore(table));

/** In-memory cache of Data API keys by value. */
export const keyCache = memoized((platform: KeyCachePlatform) => cacheOf(partsOfCache(platform)));

/** In-memory cache of Admin API keys by value. */
export const adminKeyCache = memoized((platform: KeyCachePlatform) => adminCacheOf(partsOfCache(platform)));

function partsOfCache(platform: KeyCachePlatform) {
  const { vault, clock, background, outageMs } = platform;
  return { store: keyStore(promptTable(platform)), vault, clock, background, lastUse: keyUses(platform), outageMs };
}

/** Buffers times of last use before they are stored. */
export const keyUses = memoized((platform: KeyCachePlatform) => {
  const { clock, background } = platform;
  const firstUsed = (kind: KeyKind, id: number) => publishKey(platform, kind, id);
  return lastUse({ store: keyRecords(platform), onFirstUse: firstUsed, clock, background });
});

/** Applies the limits of keys to calls. */
export const keyAdmission = memoized((platform: KeyCachePlatform) =>
  admission(platform.clock, keyAllowances(platform)),
);

/** Remaining calls of keys, and other processes that count them. */
export const keyAllowances = memoized((platform: KeyCachePlatform) => {
  const { clock, ids, hasOneCallAtATime } = platform;
  const table = promptTable(platform);
  const id = ids.uuid();
  return allowances({
    store: allowanceStore(table),
    clock,
    // If processes handle one call at a time, there are always others.
    others: (handOver) =>
      hasOneCallAtATime ? alwaysOthers : otherProcesses({ store: presenceStore(table), clock, id, handOver }),
  });
});

/** Accounts of keys that FileMaker Server refuses. */
export const refusedAccounts = memoized(({ table, fileMakerOrigin }: Pick<Platform, "table" | "fileMakerOrigin">) =>
  refusalStore(table, fileMakerOrigin),
);

/** Data API keys by the files that they can open. */
export const keysByFile = memoized((platform: Pick<Platform, "table" | "fileMakerOrigin">) =>
  keysOfFiles({ store: keyRecords(platform), refusals: refusedAccounts(platform) }),
);

/** Records whether FileMaker Server accepts the accounts of keys, from logins and calls. */
export const accountStatus = memoized((platform: KeyCachePlatform) => {
  const { clock, background } = platform;
  const changed = (account: AccountAccess) => publishKeysOf(platform, account);
  return accountStatusRecorder({ store: refusedAccounts(platform), onChange: changed, clock, background });
});

/** Publishes that keys of an account have begun to fail, or to work again. */
async function publishKeysOf(platform: KeyCachePlatform, { credentialId, api }: AccountAccess): Promise<void> {
  const kind = api === "admin" ? "admin" : "data";
  const keys = await keyRecords(platform).byCredential(kind, credentialId);
  await Promise.all(keys.map(({ id }) => publishKey(platform, kind, id)));
}

function publishKey(platform: KeyCachePlatform, kind: KeyKind, id: number): Promise<void> {
  return eventFeed(platform).publish(`${kind}-key:${id}`);
}
