import { ServiceError } from "#shared/contract/errors.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { KeyHandle } from "#shared/keys/api.ts";

/** Returns the Data API's list of files with only those that the key opens. Anything other than such a list is returned unchanged. */
export function databasesAnswer(body: Uint8Array, { record, files }: KeyHandle): Uint8Array {
  if (record.allowAnyDatabase) return body;
  const envelope = parsed(body);
  const databases: unknown = envelope?.response?.databases;
  if (!Array.isArray(databases)) return body;
  const own = databases.filter((row) => files.has(normalizedDatabaseName(String(row?.name))));
  return Buffer.from(JSON.stringify({ ...envelope, response: { ...envelope?.response, databases: own } }));
}

/** Parses the list. Other files must not leak through something that we can't read. @throws ServiceError upstream_broken */
function parsed(body: Uint8Array): { readonly response?: { readonly databases?: unknown } } | null {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch (cause) {
    throw new ServiceError("upstream_broken", { cause });
  }
}
