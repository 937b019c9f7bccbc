import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { AccountRefusal } from "#shared/filemaker/sessions/refusal-store.ts";
import type { AdminKeyRecord, DataKeyRecord } from "./record.ts";
import { databasesOf } from "./rules.ts";

/** Since when FileMaker Server refuses the account behind a key, and in which of its files. */
export interface Failing {
  readonly since: number;
  readonly files: readonly string[];
}

/**
 * Whether a Data API Key fails: in files that it names, through APIs that it serves. In others, a key for any database meets
 * accounts that were never meant to be the same.
 */
export function dataKeyFailing(record: DataKeyRecord, refusals: readonly AccountRefusal[]): Failing | undefined {
  const apis = { data: record.isDataApi, odata: record.isOData, admin: false };
  const own = refusals.filter(({ credentialId, api }) => credentialId === record.credentialId && apis[api]);
  if (own.length === 0) return undefined;
  const firsts = databasesOf(record).flatMap((file) => {
    const folded = foldedDatabaseName(file);
    const since = own.filter((refusal) => refusal.folded === folded).map((refusal) => refusal.since);
    return since.length === 0 ? [] : [{ file, since: Math.min(...since) }];
  });
  if (firsts.length === 0) return undefined;
  return { since: Math.min(...firsts.map(({ since }) => since)), files: firsts.map(({ file }) => file) };
}

/** Whether an Admin API Key fails. It names no files. */
export function adminKeyFailing(
  { credentialId }: Pick<AdminKeyRecord, "credentialId">,
  refusals: readonly AccountRefusal[],
): Failing | undefined {
  const own = refusals.find((refusal) => refusal.api === "admin" && refusal.credentialId === credentialId);
  return own && { since: own.since, files: [] };
}
