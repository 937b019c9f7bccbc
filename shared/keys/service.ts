import type { AdminCredential, Call } from "../contract/call.ts";
import { ServiceError } from "../contract/errors.ts";
import type { KeyKind } from "../contract/key-value.ts";
import type { ServiceOf } from "../contract/operation.ts";
import type { AdminApi } from "../filemaker/admin-api.ts";
import type { Account } from "../filemaker/data-api.ts";
import type { SessionPool } from "../filemaker/session-pool.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import { ConditionFailed } from "../ports/table.ts";
import type { Vault } from "../ports/vault.ts";
import type { Attempts } from "../sessions/attempts.ts";
import type { keys } from "./contract.ts";
import { demandAll, type FileCheck } from "./file-check.ts";
import type { Keyring } from "./keyring.ts";
import { adminKeyRow, databasesOf, dataKeyRow, hasSettings, type KeySettings } from "./rules.ts";
import { newSecret, secretHint, secretKind } from "./secret.ts";
import { type DataKeyRecord, type KeyRecords, type KeyStore, passContext } from "./store.ts";

const rowsPerPage = 1000;
const mostRetries = 5;

export interface KeyServiceDependencies {
  readonly store: KeyStore;
  readonly keyring: Keyring;
  readonly sessions: SessionPool;
  readonly checkFiles: FileCheck;
  readonly adminApi: AdminApi;
  readonly attempts: Attempts;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
}

interface NewDataKey extends KeySettings {
  readonly label: string;
  readonly account: Account;
}

export function keyService(dependencies: KeyServiceDependencies): ServiceOf<typeof keys> {
  const { store, keyring, sessions, checkFiles, adminApi, attempts, vault, clock, ids } = dependencies;

  const credentialIdOf = async ({ user, pass }: Account) =>
    (await vault.fingerprints("credential", `${user}\0${pass}`))[0];
  const accountName = async (kind: KeyKind, user: string) =>
    (await vault.fingerprints(`account ${kind}`, user.toLowerCase()))[0];

  /** Answers the true spelling of every file, once all of them have opened. Wrong passwords count as failed attempts (L1). */
  const openAll = async (databases: readonly string[], account: Account, call: Call): Promise<string[]> => {
    let verdicts: Awaited<ReturnType<FileCheck>> = [];
    const who = { address: call.address, account: await accountName("data", account.user) };
    await attempts.guard(who, async () => {
      verdicts = await checkFiles(databases, account, () => adminCredential(call));
      return !verdicts.some((verdict) => !verdict.ok && verdict.reason === "wrong_account");
    });
    return demandAll(verdicts);
  };

  /** The account or token that a management caller came with, or that its key stands for. */
  const adminCredential = async ({ caller }: Call): Promise<AdminCredential | undefined> => {
    if (caller.kind === "anyone") return undefined;
    if (caller.kind !== "admin-key") return caller.credential;
    const stored = await store.byId("admin", caller.keyId);
    if (stored === undefined) return undefined;
    const { id, user, sealedPass } = stored.record;
    return { user, pass: await vault.open(sealedPass, passContext("admin", id)) };
  };

  /** What every new record has: a number, a value that is shown once, and a sealed password. */
  const newRecord = async (kind: KeyKind, { user, pass }: Account, label: string) => {
    const id = await store.nextId(kind);
    const value = newSecret(kind, ids);
    const [secretId] = await vault.fingerprints("key", value);
    const sealedPass = await vault.seal(pass, passContext(kind, id));
    const now = clock.now();
    const hint = secretHint(value);
    return {
      value,
      common: { id, hint, secretId, label, user, sealedPass, createdAt: now, updatedAt: now, lastUsed: null },
    };
  };

  const createDataKey = async (wanted: NewDataKey, call: Call) => {
    const databases = await openAll(wanted.databases, wanted.account, call);
    const { value, common } = await newRecord("data", wanted.account, wanted.label);
    const { allowAnyDatabase, isDataApi, isOData } = wanted;
    const credentialId = await credentialIdOf(wanted.account);
    const record = {
      schema: 2,
      ...common,
      credentialId,
      database: null,
      databases,
      allowAnyDatabase,
      isDataApi,
      isOData,
    } as const;
    await store.create("data", record);
    keyring.forget();
    return { key: value, token: null, id: common.id, hint: common.hint };
  };

  /** The record that a path names by value or id. @throws ServiceError key_not_found */
  const found = async <K extends KeyKind>(kind: K, reference: string | number) => {
    const stored = await (secretKind(String(reference)) === kind
      ? store.bySecret(kind, await vault.fingerprints("key", String(reference)))
      : /^[1-9]\d{0,15}$/.test(String(reference))
        ? store.byId(kind, Number(reference))
        : undefined);
    if (stored === undefined) throw new ServiceError("key_not_found");
    return stored;
  };

  /** Changes a record. Where another change, or a use, came in between, the newest record is changed. */
  const change = async <K extends KeyKind>(
    kind: K,
    reference: string,
    changed: (record: KeyRecords[K]) => Promise<KeyRecords[K]> | KeyRecords[K],
  ): Promise<KeyRecords[K]> => {
    for (let retry = 0; retry < mostRetries; retry += 1) {
      const { record, version } = await found(kind, reference);
      const next = { ...(await changed(record)), updatedAt: clock.now() };
      try {
        await store.replace(kind, next, version);
        keyring.forget();
        return next;
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown;
      }
    }
    throw new ServiceError("key_busy");
  };

  const remove = async (kind: KeyKind, reference: string | number): Promise<number> => {
    const { record } = await found(kind, reference);
    try {
      await store.delete(kind, record);
    } catch (thrown) {
      if (thrown instanceof ConditionFailed) throw new ServiceError("key_not_found", { cause: thrown });
      throw thrown;
    }
    keyring.forget();
    if ("credentialId" in record) await endUnusedSessions(record);
    return record.id;
  };

  /** Sessions of an account that no key stands for any more are given back to the server. */
  const endUnusedSessions = async ({ credentialId }: DataKeyRecord): Promise<void> => {
    if ((await store.byCredential(credentialId)).length === 0) await sessions.logout(credentialId);
  };

  const removeAll = async (kind: KeyKind, references: readonly (string | number)[]) => {
    const deleted: number[] = [];
    const notFound: (string | number)[] = [];
    for (const reference of references) {
      try {
        deleted.push(await remove(kind, reference));
      } catch (thrown) {
        if (!(thrown instanceof ServiceError) || thrown.error !== "key_not_found") throw thrown;
        notFound.push(secretKind(String(reference)) === undefined ? reference : secretHint(String(reference)));
      }
    }
    return { deleted, notFound };
  };

  const newDataKey = (input: NewDataKeyInput): NewDataKey => ({
    databases: databasesOf({ database: input.database ?? null, databases: input.databases ?? [] }),
    allowAnyDatabase: input.allowAnyDatabase,
    isDataApi: input.isDataApi,
    isOData: input.isOData,
    label: input.label,
    account: { user: input.user, pass: input.pass },
  });

  return {
    async createDataApiKey(input, call) {
      const wanted = newDataKey(input);
      if (input.returnExisting) {
        const same = (await store.byCredential(await credentialIdOf(wanted.account))).find((record) =>
          hasSettings(record, wanted),
        );
        if (same !== undefined) {
          const { id, label, hint } = same;
          throw new ServiceError("key_exists", { text: `key ${id}, ${hint}`, response: { id, label, hint } });
        }
      }
      return createDataKey(wanted, call);
    },

    createDataApiKeyOnly: (input, call) => createDataKey(newDataKey(input), call),

    async listDataApiKeys({ cursor, limit = rowsPerPage }) {
      const page = await store.list("data", { cursor, limit });
      return { "api-keys": page.records.map(dataKeyRow), cursor: page.cursor };
    },

    getDataApiKey: async ({ key }) => dataKeyRow((await found("data", key)).record),

    async updateDataApiKey({ key, label, isDataApi, isOData, allowAnyDatabase, databases, user, pass }, call) {
      if ((user === undefined) !== (pass === undefined)) throw new ServiceError("key_password_required");
      const before = (await found("data", key)).record;
      const account = user !== undefined && pass !== undefined ? { user, pass } : undefined;
      const known = databasesOf(before);
      const wanted = databases === undefined ? known : databasesOf({ database: null, databases });
      const knownFolds = new Set(known.map((name) => name.toLowerCase()));
      const toOpen = account === undefined ? wanted.filter((name) => !knownFolds.has(name.toLowerCase())) : wanted;
      const opened =
        toOpen.length === 0
          ? []
          : await openAll(
              toOpen,
              account ?? {
                user: before.user,
                pass: await vault.open(before.sealedPass, passContext("data", before.id)),
              },
              call,
            );
      const spelled = databasesOf({ database: null, databases: [...opened, ...known] });
      const names = wanted.map((name) => spelled.find((other) => other.toLowerCase() === name.toLowerCase()) ?? name);
      const secrets = account && {
        user: account.user,
        sealedPass: await vault.seal(account.pass, passContext("data", before.id)),
        credentialId: await credentialIdOf(account),
      };
      const record = await change("data", key, (current) => {
        const next = {
          ...current,
          ...secrets,
          ...(label !== undefined && { label }),
          ...(isDataApi !== undefined && { isDataApi }),
          ...(isOData !== undefined && { isOData }),
          ...(allowAnyDatabase !== undefined && { allowAnyDatabase }),
          ...(databases !== undefined && { database: null, databases: names }),
        };
        if (!next.isDataApi && !next.isOData) {
          throw new ServiceError("input_invalid", { text: "a key must be for the Data API, OData or both" });
        }
        return next;
      });
      if (record.credentialId !== before.credentialId) await endUnusedSessions(before);
      return {
        key: record.hint,
        label: record.label,
        isDataApi: record.isDataApi,
        isOData: record.isOData,
        allowAnyDatabase: record.allowAnyDatabase,
        databases: databasesOf(record),
      };
    },

    async deleteDataApiKey({ key }) {
      await remove("data", key);
      return { ok: true };
    },

    deleteDataApiKeys: ({ keys }) => removeAll("data", keys),

    async logoutDataApiKey({ key }) {
      await sessions.logout((await found("data", key)).record.credentialId);
      return { ok: true };
    },

    async createAdminApiKey({ label, user, pass }, call) {
      const who = { address: call.address, account: await accountName("admin", user) };
      const accepted = await attempts.guard(who, async () => (await adminApi.verify({ user, pass })) === "accepted");
      if (!accepted) throw new ServiceError("credentials_refused");
      const { value, common } = await newRecord("admin", { user, pass }, label);
      await store.create("admin", { schema: 1, ...common });
      return { key: value, id: common.id, hint: common.hint };
    },

    async listAdminApiKeys({ cursor, limit = rowsPerPage }) {
      const page = await store.list("admin", { cursor, limit });
      return { "api-keys": page.records.map(adminKeyRow), cursor: page.cursor };
    },

    getAdminApiKey: async ({ key }) => adminKeyRow((await found("admin", key)).record),

    async updateAdminApiKey({ key, label }) {
      const record = await change("admin", key, (current) => ({ ...current, label }));
      return { key: record.hint, label: record.label };
    },

    async deleteAdminApiKey({ key }) {
      await remove("admin", key);
      return { ok: true };
    },

    deleteAdminApiKeys: ({ keys }) => removeAll("admin", keys),
  };
}

interface NewDataKeyInput {
  readonly databases?: readonly string[] | undefined;
  readonly database?: string | undefined;
  readonly label: string;
  readonly user: string;
  readonly pass: string;
  readonly isDataApi: boolean;
  readonly isOData: boolean;
  readonly allowAnyDatabase: boolean;
}
