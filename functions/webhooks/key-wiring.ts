import { callerMay, type NamedKey } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { findKey } from "#shared/keys/lookups/find-key.ts";
import { secretKind } from "#shared/keys/secret.ts";
import type { FileMakerPlatform } from "../filemaker/wiring.ts";
import { keyCache, keyRecords } from "../keys/cache-wiring.ts";

/**
 * Returns a Data API key that opens a file. Its account reads data for the caller, so a caller who can't manage keys must send the key's
 * value: an ID proves nothing.
 * @throws ServiceError key_value_needed, key_not_found, key_file_not_allowed
 */
export async function keyForFile(platform: FileMakerPlatform, { key, filename, caller }: NamedKey) {
  if (secretKind(String(key)) !== "data" && !callerMay(caller, "administrator"))
    throw new ServiceError("key_value_needed");
  const { found } = findKey({ store: keyRecords(platform), vault: platform.vault });
  const handle = await keyCache(platform).findId((await found("data", key)).record.id);
  const folded = normalizedDatabaseName(filename);
  const listed = handle?.files.get(folded);
  if (handle === undefined || (listed === undefined && !handle.record.allowAnyDatabase))
    throw new ServiceError("key_file_not_allowed");
  return { handle, folded, database: listed ?? fullDatabaseName(filename) };
}

/** Like `keyForFile`, for the Data API. @throws ServiceError key_value_needed, key_not_found, key_file_not_allowed */
export async function dataApiKeyForFile(platform: FileMakerPlatform, named: NamedKey) {
  const found = await keyForFile(platform, named);
  if (!found.handle.record.isDataApi) throw new ServiceError("key_file_not_allowed");
  return found;
}
