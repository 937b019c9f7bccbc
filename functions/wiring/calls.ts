import { cleanupNotes, type NoteCleanup } from "#shared/audit/cleanup.ts";
import { type CredentialRefusals, credentialRefusals } from "#shared/audit/refusals.ts";
import { auditStore } from "#shared/audit/store.ts";
import { type AuditTrail, auditTrail as trail } from "#shared/audit/trail.ts";
import { callerMay, type NamedKey } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { CountedAttempt } from "#shared/deliveries/counted-attempt.ts";
import { type EventFeed, eventFeed as feedOf } from "#shared/events/feed.ts";
import { eventStore } from "#shared/events/store.ts";
import { accountStatusRecorder } from "#shared/filemaker/sessions/account-status-recorder.ts";
import { type AccountAccess, refusalStore } from "#shared/filemaker/sessions/refusal-store.ts";
import { adminKeyCache as adminCacheOf, keyCache as cacheOf } from "#shared/keys/cache/key-cache.ts";
import { lastUse } from "#shared/keys/cache/last-use.ts";
import { admission } from "#shared/keys/limits/admission.ts";
import { allowanceStore } from "#shared/keys/limits/allowance-store.ts";
import { allowances } from "#shared/keys/limits/allowances.ts";
import { alwaysOthers, otherProcesses } from "#shared/keys/limits/other-processes.ts";
import { presenceStore } from "#shared/keys/limits/presence-store.ts";
import { findKey } from "#shared/keys/lookups/find-key.ts";
import { keysOfFiles } from "#shared/keys/lookups/keys-of-files.ts";
import { secretKind } from "#shared/keys/secret.ts";
import { keyStore } from "#shared/keys/store.ts";
import type { CountedTool } from "#shared/mcp/guards/counted-tool.ts";
import { promptTable as promptTableOf } from "#shared/ports/tables/prompt-table.ts";
import {
  attemptEvent,
  type CountedJob,
  type CountedLogin,
  jobEvent,
  loginEvent,
  toolEvent,
  webhookEvent,
} from "#shared/usage/counted-events.ts";
import type { CountedEvent } from "#shared/usage/counting.ts";
import type { CountedWebhook } from "#shared/webhooks/receiver/counted-webhook.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type AuditPlatform = EventsPlatform & Pick<Platform, "ids" | "background" | "auditKeptMs">;

export const auditTrail = memoized((platform: AuditPlatform): AuditTrail => {
  const { clock, ids, log } = platform;
  return trail({ store: auditRecords(platform), clock, ids, log });
});

/** Counts refused credentials in the audit trail. */
export const refusedCredentials = memoized((platform: AuditPlatform): CredentialRefusals => {
  const { clock, background } = platform;
  const begun = () => eventFeed(platform).publish(auditTrailObject);
  return credentialRefusals({ store: auditRecords(platform), onNewEntry: begun, clock, background });
});

/** Records automatic deletions, which no call requested. */
export const cleanupTrail = memoized(
  (platform: AuditPlatform): NoteCleanup =>
    cleanupNotes(auditTrail(platform), () => eventFeed(platform).publish(auditTrailObject)),
);

/** Name of the audit trail in events, used when a call was refused and nothing else changed. */
export const auditTrailObject = "audit-trail";

export const auditRecords = memoized(({ table, auditKeptMs }: Pick<Platform, "table" | "auditKeptMs">) =>
  auditStore(table, auditKeptMs),
);

export type EventsPlatform = Pick<Platform, "table" | "clock" | "log">;

/** Publishes and follows changes. */
export const eventFeed = memoized((platform: EventsPlatform): EventFeed => {
  const { clock, log } = platform;
  return feedOf({ store: eventRecords(platform), clock, log });
});

export const eventRecords = memoized(({ table }: EventsPlatform) => eventStore(table));

export type KeyCachePlatform = EventsPlatform &
  Pick<Platform, "vault" | "ids" | "background" | "outageMs" | "storeWaitMs" | "fileMakerOrigin" | "hasOneCallAtATime">;

/** Table with a short timeout, for calls that can continue without it. */
export const promptTable = memoized(({ table, storeWaitMs }: Pick<Platform, "table" | "storeWaitMs">) =>
  promptTableOf(table, storeWaitMs),
);

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
  return lastUse({ store: keyStore(platform.table), onFirstUse: firstUsed, clock, background });
});

/** Applies the limits of keys to calls. */
export const keyAdmission = memoized((platform: KeyCachePlatform) =>
  admission(platform.clock, keyAllowances(platform)),
);

/** Remaining calls of keys, and coordination with other processes that count them. */
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
  keysOfFiles({ store: keyStore(platform.table), refusals: refusedAccounts(platform) }),
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
  const keys = await keyStore(platform.table).byCredential(kind, credentialId);
  await Promise.all(keys.map(({ id }) => publishKey(platform, kind, id)));
}

function publishKey(platform: KeyCachePlatform, kind: KeyKind, id: number): Promise<void> {
  return eventFeed(platform).publish(`${kind}-key:${id}`);
}

export type CountingPlatform = Pick<Platform, "counting" | "clock">;

/** Counts webhook calls. */
export const webhookCounting = (platform: CountingPlatform) => counted<CountedWebhook>(platform, webhookEvent);

/** Counts delivery attempts. */
export const attemptCounting = (platform: CountingPlatform) => counted<CountedAttempt>(platform, attemptEvent);

/** Counts MCP tool calls. */
export const toolCounting = (platform: CountingPlatform) => counted<CountedTool>(platform, toolEvent);

/** Counts logins to FileMaker Server. */
export const loginCounting = (platform: CountingPlatform) => counted<CountedLogin>(platform, loginEvent);

/** Counts processes that have ended. */
export const jobCounting = (platform: CountingPlatform) => counted<CountedJob>(platform, jobEvent);

function counted<T>({ counting, clock }: CountingPlatform, eventOf: (given: T) => CountedEvent): (given: T) => void {
  return (given) => counting.event(clock.now(), eventOf(given));
}

/**
 * Returns a Data API key that opens a file. Its account reads data for the caller, so a caller who can't manage keys must send the key's
 * value: an ID proves nothing.
 * @throws ServiceError key_value_needed, key_not_found, key_file_not_allowed
 */
export async function keyForFile(platform: KeyCachePlatform, { key, filename, caller }: NamedKey) {
  if (secretKind(String(key)) !== "data" && !callerMay(caller, "administrator"))
    throw new ServiceError("key_value_needed");
  const { found } = findKey({ store: keyStore(platform.table), vault: platform.vault });
  const handle = await keyCache(platform).findId((await found("data", key)).record.id);
  const folded = normalizedDatabaseName(filename);
  const listed = handle?.files.get(folded);
  if (handle === undefined || (listed === undefined && !handle.record.allowAnyDatabase))
    throw new ServiceError("key_file_not_allowed");
  return { handle, folded, database: listed ?? fullDatabaseName(filename) };
}

/** Like `keyForFile`, for the Data API. @throws ServiceError key_value_needed, key_not_found, key_file_not_allowed, key_data_api_off */
export async function dataApiKeyForFile(platform: KeyCachePlatform, named: NamedKey) {
  const found = await keyForFile(platform, named);
  if (!found.handle.record.isDataApi) throw new ServiceError("key_data_api_off");
  return found;
}
