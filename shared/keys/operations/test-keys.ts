import type { ServiceOf } from "#shared/contract/operation.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { adminApiDatabase } from "#shared/filemaker/sessions/admin-session-server.ts";
import type { keys } from "../contract.ts";
import { type FileVerdict, sentenceOf } from "../file-access/file-check.ts";
import { isAccountRefused } from "../file-access/file-opening.ts";
import { storedAccount } from "../file-access/stored-account.ts";
import { databasesOf } from "../rules.ts";
import type { KeyDependencies } from "./key-dependencies.ts";

type Tests = Pick<ServiceOf<typeof keys>, "testDataApiKey" | "testFileAccount" | "testAdminApiKey">;

/** Tests the stored accounts of keys with FileMaker Server, and records the results. */
export function testKeys({
  records,
  tryFiles,
  clearRefusals,
  refusals,
  accountStatus,
  accounts,
  vault,
}: KeyDependencies): Tests {
  return {
    async testDataApiKey({ key }, call) {
      const { record } = await records.found("data", key);
      const verdicts = await tryFiles(databasesOf(record), await storedAccount(vault, "data", record), call, record);
      const opened = verdicts.filter(({ ok }) => ok).map(({ database }) => database);
      await clearRefusals(record.credentialId, opened, record);
      for (const { database } of verdicts.filter(isAccountRefused))
        accountStatus.refused({
          credentialId: record.credentialId,
          api: record.isDataApi ? "data" : "odata",
          folded: normalizedDatabaseName(database),
        });
      return {
        ok: opened.length === verdicts.length,
        files: verdicts.map(fileRow),
      };
    },

    async testFileAccount({ databases, user, pass, isDataApi, isOData }, call) {
      const verdicts = await tryFiles(databases, { user, pass }, call, { isDataApi, isOData });
      return { ok: verdicts.every(({ ok }) => ok), files: verdicts.map(fileRow) };
    },

    async testAdminApiKey({ key }, call) {
      const { record } = await records.found("admin", key);
      const ok = await accounts.accepts(await storedAccount(vault, "admin", record), call.client);
      const access = { credentialId: record.credentialId, api: "admin", folded: adminApiDatabase.folded } as const;
      if (ok) await refusals.clear(access);
      else accountStatus.refused(access);
      return { ok };
    },
  };
}

const fileRow = (verdict: FileVerdict) => ({ database: verdict.database, ok: verdict.ok, text: sentenceOf(verdict) });
