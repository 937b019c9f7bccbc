import type { Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { adminApiDatabase } from "#shared/filemaker/sessions/admin-session-server.ts";
import type { AccountRefusal } from "#shared/filemaker/sessions/refusal-store.ts";
import type { keys } from "../contract.ts";
import { adminKeyFailing, dataKeyFailing } from "../failing.ts";
import { type FileVerdict, requireAll, sentenceOf } from "../file-access/file-check.ts";
import { sealedAccount } from "../file-access/stored-account.ts";
import type { DataKeyRecord, KeyRecords } from "../record.ts";
import { databasesOf } from "../rules.ts";
import type { KeyDependencies } from "./key-dependencies.ts";
import { isTrialStillValid } from "./update-data-key.ts";

type Changes = Pick<ServiceOf<typeof keys>, "changeDataApiKeyPassword" | "changeAdminApiKeyPassword">;

/**
 * Stores the current password of an account in all its keys. Keys are changed one at a time: a failure doesn't affect the other keys, and
 * an interrupted run can be repeated.
 */
export function changePasswords(dependencies: KeyDependencies): Changes {
  const { store, records, refusals, vault, accounts, tryFiles, clearRefusals } = dependencies;
  const { endUnusedSessions, endUnusedAdminSessions } = dependencies;

  /** Returns the key, all keys with the same account and password, and failing keys whose account has the same name. */
  const keysOfAccount = async <K extends KeyKind>(
    kind: K,
    { user, credentialId }: KeyRecords[K],
    isFailing: (record: KeyRecords[K], refusals: readonly AccountRefusal[]) => boolean,
  ): Promise<readonly KeyRecords[K][]> => {
    const [all, known] = await Promise.all([Array.fromAsync(store.all(kind)), refusals.list()]);
    return all.filter(
      (record) =>
        record.credentialId === credentialId ||
        (record.user.toLowerCase() === user.toLowerCase() && isFailing(record, known)),
    );
  };

  /** Tries the password on the files of these keys, which use the same APIs. Returns verdicts by normalized file name. */
  const tried = async (group: readonly DataKeyRecord[], pass: string, call: Call) => {
    const [first] = group;
    if (first === undefined) return new Map<string, FileVerdict>();
    const files = databasesOf({ database: null, databases: group.flatMap(databasesOf) });
    const verdicts = await tryFiles(files, { user: first.user, pass }, call, first);
    return new Map(verdicts.map((verdict) => [normalizedDatabaseName(verdict.database), verdict]));
  };

  /** Changes one key. Returns undefined if it was changed or deleted since it was tested. */
  const changeOne = async <K extends KeyKind>(
    kind: K,
    tested: KeyRecords[K],
    pass: string,
    isStillValid: (current: KeyRecords[K]) => boolean,
  ): Promise<KeyRecords[K] | undefined> => {
    const secrets = await sealedAccount(vault, kind, { user: tested.user, pass }, tested.id);
    try {
      return await records.change(kind, tested.id, (current) => {
        if (!isStillValid(current)) throw new ServiceError("key_busy");
        return { ...current, ...secrets };
      });
    } catch (thrown) {
      if (thrown instanceof ServiceError && ["key_busy", "key_not_found"].includes(thrown.error)) return undefined;
      throw thrown;
    }
  };

  return {
    async changeDataApiKeyPassword({ key, pass }, call) {
      const { record } = await records.found("data", key);
      const isFailing = (each: DataKeyRecord, known: readonly AccountRefusal[]) =>
        dataKeyFailing(each, known) !== undefined;
      const wanted = await keysOfAccount("data", record, isFailing);
      const verdicts: FileVerdict[] = [];
      const opened: DataKeyRecord[] = [];
      for (const group of Map.groupBy(wanted, ({ isDataApi, isOData }) => `${isDataApi} ${isOData}`).values()) {
        const found = await tried(group, pass, call);
        verdicts.push(...found.values());
        opened.push(
          ...group.filter((each) => databasesOf(each).every((file) => found.get(normalizedDatabaseName(file))?.ok)),
        );
      }
      if (opened.length === 0) requireAll(verdicts);
      const changed: number[] = [];
      for (const each of opened) {
        const next = await changeOne("data", each, pass, (current) => isTrialStillValid(each, current));
        if (next === undefined) continue;
        changed.push(next.id);
        await clearRefusals(next.credentialId, databasesOf(next), next);
      }
      for (const credentialId of new Set(opened.map((each) => each.credentialId))) endUnusedSessions(credentialId);
      return {
        changed,
        unchanged: wanted.map(({ id }) => id).filter((id) => !changed.includes(id)),
        files: worstOfEach(verdicts).map((verdict) => ({
          database: verdict.database,
          ok: verdict.ok,
          text: sentenceOf(verdict),
        })),
      };
    },

    async changeAdminApiKeyPassword({ key, pass }, call) {
      const { record } = await records.found("admin", key);
      if (!(await accounts.accepts({ user: record.user, pass }, call.client)))
        throw new ServiceError("credentials_refused");
      const isFailing = (each: typeof record, known: readonly AccountRefusal[]) =>
        adminKeyFailing(each, known) !== undefined;
      const wanted = await keysOfAccount("admin", record, isFailing);
      const changed: number[] = [];
      for (const each of wanted) {
        const next = await changeOne("admin", each, pass, ({ credentialId }) => credentialId === each.credentialId);
        if (next === undefined) continue;
        changed.push(next.id);
        await refusals.clear({ credentialId: next.credentialId, api: "admin", folded: adminApiDatabase.folded });
      }
      for (const credentialId of new Set(wanted.map((each) => each.credentialId))) endUnusedAdminSessions(credentialId);
      return { changed };
    },
  };
}

/** Returns one verdict per file: if the APIs disagree, the failure. */
function worstOfEach(verdicts: readonly FileVerdict[]): readonly FileVerdict[] {
  const byFile = new Map<string, FileVerdict>();
  for (const verdict of verdicts) {
    const folded = normalizedDatabaseName(verdict.database);
    if (byFile.get(folded)?.ok !== false) byFile.set(folded, verdict);
  }
  return [...byFile.values()];
}
