import type { Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { KeyLimits } from "#shared/contract/values/key-limits.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { keys } from "../contract.ts";
import { credentialIds } from "../credential-id.ts";
import { changedLimits, momentOf } from "../limits/changed-limits.ts";
import type { DataKeyRecord } from "../record.ts";
import { hintOf } from "../rows.ts";
import { databasesOf, hasSettings, type KeySettings } from "../rules.ts";
import type { KeyDependencies } from "./key-dependencies.ts";

type Creation = Pick<ServiceOf<typeof keys>, "createDataApiKey" | "createDataApiKeyOnly">;
type Input = Parameters<Creation["createDataApiKeyOnly"]>[0];

interface NewDataKey extends KeySettings {
  readonly label: string;
  readonly account: Account;
  /** Value of a key from another server. */
  readonly value?: string | undefined;
  readonly endsAt: number | null;
  readonly limits: KeyLimits | null;
}

/** Creates Data API keys. Nothing is stored unless the account opens every file. */
export function createDataKey({
  store,
  keyCache,
  vault,
  records,
  openFiles,
  clearRefusals: opensAgain,
}: KeyDependencies): Creation {
  const create = async (wanted: NewDataKey, call: Call) => {
    const { isDataApi, isOData, allowAnyDatabase } = wanted;
    const files = await openFiles(wanted.databases, wanted.account, call, { isDataApi, isOData, withLayouts: true });
    const databases = files.map(({ database }) => database);
    const { value, common } = await records.newRecord("data", wanted.account, wanted.label, call.caller, wanted.value);
    const [credentialId] = await credentialIds(vault, "data", wanted.account);
    const { endsAt, limits } = wanted;
    const settings = { credentialId, database: null, databases, allowAnyDatabase, isDataApi, isOData, endsAt, limits };
    await store.create("data", { schema: 2, ...common, ...settings });
    keyCache.forget();
    await opensAgain(credentialId, databases, wanted);
    return { key: value, token: null, id: common.id, hint: hintOf("data", common), files };
  };

  const withSameSettings = async (wanted: NewDataKey): Promise<DataKeyRecord | undefined> => {
    for (const credentialId of await credentialIds(vault, "data", wanted.account)) {
      const same = (await store.byCredential("data", credentialId)).find((record) => hasSettings(record, wanted));
      if (same !== undefined) return same;
    }
    return undefined;
  };

  return {
    async createDataApiKey(input, call) {
      const wanted = { ...newDataKey(input), value: input.key };
      const same = input.returnExisting ? await withSameSettings(wanted) : undefined;
      if (same === undefined) return create(wanted, call);
      const { id, label } = same;
      const hint = hintOf("data", same);
      throw new ServiceError("key_exists", { text: `key ${id}, ${hint}`, response: { id, label, hint } });
    },

    createDataApiKeyOnly: (input, call) => create(newDataKey(input), call),
  };
}

function newDataKey(input: Input): NewDataKey {
  return {
    databases: databasesOf({ database: input.database ?? null, databases: input.databases ?? [] }),
    allowAnyDatabase: input.allowAnyDatabase,
    isDataApi: input.isDataApi,
    isOData: input.isOData,
    label: input.label,
    account: { user: input.user, pass: input.pass },
    endsAt: momentOf(input.endsAt),
    limits: changedLimits(null, input.limits),
  };
}
