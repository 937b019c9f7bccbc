import { foldedDatabaseName } from "../contract/database-name.ts";
import type { KeyHandle } from "../keys/keyring.ts";

/** The Data API's list of files with only those that the key opens. What is no such list is handed back as it came. */
export function databasesAnswer(body: Uint8Array, { record, files }: KeyHandle): Uint8Array {
  if (record.allowAnyDatabase) return body;
  const envelope = JSON.parse(Buffer.from(body).toString("utf8"));
  const databases: unknown = envelope?.response?.databases;
  if (!Array.isArray(databases)) return body;
  envelope.response.databases = databases.filter((row) => files.has(foldedDatabaseName(String(row?.name))));
  return Buffer.from(JSON.stringify(envelope));
}
