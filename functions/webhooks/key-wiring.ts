import { ServiceError } from "#shared/contract/errors.ts";
import { foldedDatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { findKey } from "#shared/keys/lookups/find-key.ts";
import type { FileMakerPlatform } from "../filemaker/wiring.ts";
import { keyCache, keyRecords } from "../keys/cache-wiring.ts";

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

/** The same where the file is opened by the Data API. @throws ServiceError key_not_found, key_file_not_allowed */
export async function dataApiKeyForFile(platform: FileMakerPlatform, key: string | number, filename: string) {
  const found = await keyForFile(platform, key, filename);
  if (!found.handle.record.isDataApi) throw new ServiceError("key_file_not_allowed");
  return found;
}
