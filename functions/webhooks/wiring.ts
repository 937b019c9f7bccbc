import { ServiceError } from "#shared/contract/errors.ts";
import { foldedDatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import { findKey } from "#shared/keys/lookups/find-key.ts";
import { receiverCheck } from "#shared/webhooks/check.ts";
import { webhookService } from "#shared/webhooks/service.ts";
import { webhookStore } from "#shared/webhooks/store.ts";
import { dataSessions, type FileMakerPlatform, fileMakerCalls } from "../filemaker/wiring.ts";
import { keyCache, keyRecords } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type WebhooksPlatform = FileMakerPlatform & Pick<Platform, "prefixes">;

/** The webhooks resource: what is registered, and whether files are ready for it. */
export const webhooks = memoized((platform: WebhooksPlatform) => {
  const { vault, clock, ids, prefixes } = platform;
  const checkReceiver = receiverCheck({
    poolOf: (key, filename) => poolOf(platform, key, filename),
    calls: fileMakerCalls(platform),
  });
  return webhookService({ store: webhookRecords(platform), vault, clock, ids, prefix: prefixes[0], checkReceiver });
});

/** Webhooks as they are kept. */
export const webhookRecords = memoized(({ table }: Pick<Platform, "table">) => webhookStore(table));

/** Sessions of a key's account in a file. @throws ServiceError key_not_found, key_file_not_allowed */
async function poolOf(platform: WebhooksPlatform, key: string | number, filename: string): Promise<Pool> {
  const { handle, database, folded } = await keyForFile(platform, key, filename);
  if (!handle.record.isDataApi) throw new ServiceError("key_file_not_allowed");
  return dataSessions(platform).pool({ credentialId: handle.record.credentialId, database, folded }, handle.account);
}

/** A Data API Key that opens a file, as an administrator names both. @throws ServiceError key_not_found, key_file_not_allowed */
export async function keyForFile(platform: FileMakerPlatform, key: string | number, filename: string) {
  const { found } = findKey({ store: keyRecords(platform), vault: platform.vault });
  const handle = await keyCache(platform).findId((await found("data", key)).record.id);
  const folded = foldedDatabaseName(filename);
  const listed = handle?.files.get(folded);
  if (handle === undefined || (listed === undefined && !handle.record.allowAnyDatabase))
    throw new ServiceError("key_file_not_allowed");
  return { handle, folded, database: listed ?? fullDatabaseName(filename) };
}
