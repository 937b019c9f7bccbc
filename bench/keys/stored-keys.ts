import { join } from "node:path";
import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { credentialIds } from "#shared/keys/credential-id.ts";
import { newSecret, secretHint } from "#shared/keys/secret.ts";
import { keyStore, passContext } from "#shared/keys/store.ts";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import type { Table } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { type DataFolder, openDataFolder } from "../../local-runtime/storage/data-folder.ts";
import { batchingTable } from "./batching-table.ts";

/** Data folder with keys for Latchkey. */
export interface StoredKeys {
  readonly dataFolder: string;
  /** Data API keys for the upstream's only file, all with the same account, so that they share FileMaker sessions. */
  readonly dataKeys: readonly string[];
  /** Admin API key. */
  readonly adminKey: string;
}

/** Creates such a folder. Its content is the same as after creating the keys one by one, but is written in batches. */
export async function storeKeys(directory: string, count: number): Promise<StoredKeys> {
  const dataFolder = join(directory, `latchkey-with-${count}-keys`);
  const folder = openFolder(dataFolder);
  try {
    const { batching, write } = batchingTable(folder.table);
    const store = keyStore(batching);
    const unlimited = {
      endsAt: null,
      isDisabled: false,
      replacedBy: null,
      replaces: null,
      dayCountOf: null,
      isImported: false,
      limits: null,
    };
    const [credentialId] = await credentialIds(folder.vault, "data", ACCOUNT);
    const files = { database: null, databases: ["X.fmp12"], allowAnyDatabase: false, isDataApi: true, isOData: false };

    const admin = await newKey(folder.vault, "admin", 1);
    await store.create("admin", { schema: 2, ...admin.common, role: "administrator", ...unlimited, credentialId });
    const dataKeys: string[] = [];
    for (let id = 1; id <= count; id += 1) {
      const { value, common } = await newKey(folder.vault, "data", id);
      await store.create("data", { schema: 2, ...common, ...files, ...unlimited, credentialId });
      dataKeys.push(value);
    }
    await batching.transact([{ put: { pk: "counter", sk: "keys#data", fields: { last: count } } }]);
    await write();
    return { dataFolder, dataKeys, adminKey: admin.value };
  } finally {
    folder.table.close();
    await folder.log.close();
  }
}

/** Fills a data folder, and combines single writes to batches to reduce disk writes. */
export async function inBatches(dataFolder: string, fill: (table: Table) => Promise<void>): Promise<void> {
  const folder = openFolder(dataFolder);
  try {
    const { batching, write } = batchingTable(folder.table);
    const put: Table["put"] = async (item) => {
      await batching.transact([{ put: item }]);
      return { ...item, version: 1 };
    };
    await fill({ ...batching, put });
    await write();
  } finally {
    folder.table.close();
    await folder.log.close();
  }
}

/** Opens a data folder like Latchkey. */
export function openFolder(dataFolder: string): DataFolder {
  return openDataFolder(readLocalSettings({ DATA_DIR: dataFolder }), systemClock, ids);
}

const ids = systemIds(systemClock);
const ACCOUNT = { user: "api", pass: "demo-pass" };

async function newKey(vault: Vault, kind: KeyKind, id: number) {
  const value = newSecret(kind, ids);
  const [secretId] = await vault.fingerprints("key", value);
  const now = systemClock.now();
  const common = {
    id,
    hint: secretHint(value),
    secretId,
    label: `Key ${id}`,
    user: ACCOUNT.user,
    sealedPass: await vault.seal(ACCOUNT.pass, passContext(kind, id)),
    createdBy: null,
    createdAt: now,
    updatedAt: now,
    lastUsed: null,
  };
  return { value, common };
}
