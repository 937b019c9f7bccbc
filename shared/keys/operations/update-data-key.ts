import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { keys } from "../contract.ts";
import type { KeyApis } from "../file-access/file-check.ts";
import { sealedAccount, storedAccount } from "../file-access/stored-account.ts";
import { changedLimits, momentOf } from "../limits/changed-limits.ts";
import type { DataKeyRecord } from "../record.ts";
import { hintOf } from "../rows.ts";
import { databasesOf } from "../rules.ts";
import type { KeyDependencies } from "./key-dependencies.ts";

type Update = Pick<ServiceOf<typeof keys>, "updateDataApiKey">;

/** Updates Data API keys. New files, and a new account for all files, are tested first. */
export function updateDataKey({
  vault,
  records,
  openFiles,
  clearRefusals: opensAgain,
  endUnusedSessions,
}: KeyDependencies): Update {
  return {
    async updateDataApiKey({ key, databases, user, pass, endsAt, limits, ...given }, call) {
      if ((user === undefined) !== (pass === undefined)) throw new ServiceError("key_password_required");
      const before = (await records.found("data", key)).record;
      const account = user !== undefined && pass !== undefined ? { user, pass } : undefined;
      const known = databasesOf(before);
      const wanted = databases === undefined ? known : databasesOf({ database: null, databases });
      const apis = { isDataApi: given.isDataApi ?? before.isDataApi, isOData: given.isOData ?? before.isOData };
      const trials = trialsFor({ wanted, known, before, apis, isNewAccount: account !== undefined });
      const opened: string[] = [];
      for (const trial of trials) {
        const files = await openFiles(
          trial.files,
          account ?? (await storedAccount(vault, "data", before)),
          call,
          trial.apis,
        );
        opened.push(...files.map(({ database }) => database));
      }
      const names = spelledAs(wanted, [...opened, ...known]);
      const secrets = account && (await sealedAccount(vault, "data", account, before.id));

      const record = await records.change("data", key, (current) => {
        // The test is invalid if account or files were changed in the meantime.
        if (trials.length > 0 && !isTrialStillValid(before, current)) throw new ServiceError("key_busy");
        const next = {
          ...current,
          ...secrets,
          label: given.label ?? current.label,
          isDataApi: given.isDataApi ?? current.isDataApi,
          isOData: given.isOData ?? current.isOData,
          allowAnyDatabase: given.allowAnyDatabase ?? current.allowAnyDatabase,
          isDisabled: given.isDisabled ?? current.isDisabled,
          endsAt: endsAt === undefined ? current.endsAt : momentOf(endsAt),
          limits: changedLimits(current.limits, limits),
          ...(databases !== undefined && { database: null, databases: names }),
        };
        if (next.isDataApi || next.isOData) return next;
        throw new ServiceError("input_invalid", { text: "a key must be for the Data API, OData or both" });
      });
      for (const trial of trials) await opensAgain(record.credentialId, trial.files, trial.apis);
      if (record.credentialId !== before.credentialId) endUnusedSessions(before.credentialId);
      return {
        key: hintOf("data", record),
        label: record.label,
        isDataApi: record.isDataApi,
        isOData: record.isOData,
        allowAnyDatabase: record.allowAnyDatabase,
        databases: databasesOf(record),
      };
    },
  };
}

interface Change {
  readonly wanted: readonly string[];
  readonly known: readonly string[];
  readonly before: DataKeyRecord;
  readonly apis: KeyApis;
  readonly isNewAccount: boolean;
}

/** Returns the required tests: new files with every API of the key, other files with newly added APIs. */
function trialsFor({ wanted, known, before, apis, isNewAccount }: Change) {
  const added = isNewAccount ? wanted : without(wanted, known);
  const newApis = { isDataApi: apis.isDataApi && !before.isDataApi, isOData: apis.isOData && !before.isOData };
  const kept = newApis.isDataApi || newApis.isOData ? without(wanted, added) : [];
  return [
    { files: added, apis },
    { files: kept, apis: newApis },
  ].filter(({ files }) => files.length > 0);
}

function without(names: readonly string[], known: readonly string[]): string[] {
  const folds = new Set(known.map(normalizedDatabaseName));
  return names.filter((name) => !folds.has(normalizedDatabaseName(name)));
}

/** Returns the names in the spelling of the first list entry that means the same file. */
function spelledAs(names: readonly string[], spellings: readonly string[]): string[] {
  return names.map(
    (name) => spellings.find((other) => normalizedDatabaseName(other) === normalizedDatabaseName(name)) ?? name,
  );
}

/** Returns true if a record still matches what was tested. */
export function isTrialStillValid(before: DataKeyRecord, current: DataKeyRecord): boolean {
  return (
    current.credentialId === before.credentialId &&
    current.isDataApi === before.isDataApi &&
    current.isOData === before.isOData &&
    databasesOf(current).join("/") === databasesOf(before).join("/")
  );
}
