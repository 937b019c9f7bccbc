import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { AccountRefusal } from "#shared/filemaker/sessions/refusal-store.ts";
import type { AdminKeyRecord, DataKeyRecord } from "./record.ts";
import { databasesOf } from "./rules.ts";

/** Time since FileMaker Server rejects the account of a key, and the files that reject it. */
export interface Failing {
  readonly since: number;
  readonly files: readonly string[];
}

/**
 * Returns the failure of a Data API key, considering only files that it names and APIs that it serves. In other files, a key for any
 * database finds accounts that aren't related to it.
 */
export function dataKeyFailing(record: DataKeyRecord, refusals: readonly AccountRefusal[]): Failing | undefined {
  const apis = { data: record.isDataApi, odata: record.isOData, admin: false };
  const own = refusals.filter(({ credentialId, api }) => credentialId === record.credentialId && apis[api]);
  if (own.length === 0) return undefined;
  const firsts = databasesOf(record).flatMap((file) => {
    const folded = normalizedDatabaseName(file);
    const since = own.filter((refusal) => refusal.folded === folded).map((refusal) => refusal.since);
    return since.length === 0 ? [] : [{ file, since: Math.min(...since) }];
  });
  if (firsts.length === 0) return undefined;
  return { since: Math.min(...firsts.map(({ since }) => since)), files: firsts.map(({ file }) => file) };
}

/** Returns the failure of an Admin API key, which names no files. */
export function adminKeyFailing(
  { credentialId }: Pick<AdminKeyRecord, "credentialId">,
  refusals: readonly AccountRefusal[],
): Failing | undefined {
  const own = refusals.find((refusal) => refusal.api === "admin" && refusal.credentialId === credentialId);
  return own && { since: own.since, files: [] };
}
