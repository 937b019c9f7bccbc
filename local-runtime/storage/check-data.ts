import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { VaultRefused } from "#shared/ports/vault.ts";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { exitCodeOf, SettingRefused } from "../../functions/settings/setting-refused.ts";
import { MasterKeyFileError } from "../secrets/master-keys.ts";
import { openVault } from "../secrets/vault.ts";
import { masterKeyFileOf } from "./data-folder.ts";
import { checkKey, damageOf, openCheck } from "./store-check.ts";
import { itemOf } from "./table/rows.ts";

// Checks a data folder without changing it: npm run check-data
try {
  const settings = readLocalSettings();
  const isWhole = await checkData(settings.DATA_DIR, masterKeyFileOf(settings));
  process.exitCode = isWhole ? 0 : 1;
} catch (thrown) {
  if (!(thrown instanceof SettingRefused)) throw thrown;
  console.error(thrown.message);
  process.exitCode = exitCodeOf(thrown);
}

async function checkData(dataDir: string, masterKeyFile: string): Promise<boolean> {
  let isWhole = true;
  const report = (state: "ok" | "failed", text: string) => {
    if (state === "failed") isWhole = false;
    console.log(`${state.padEnd(8)}${text}`);
  };

  const [tableFile, queueFile] = ["latchkey.sqlite", "queue.sqlite"].map((name) => join(dataDir, name)) as [
    string,
    string,
  ];
  for (const file of [tableFile, queueFile]) {
    const damage = damageOf(file);
    if (!existsSync(file)) report("failed", `${file} not found: restore the folder from a backup`);
    else if (damage === undefined) report("ok", `${file} is intact`);
    else report("failed", `${file} is damaged (${damage}): restore the folder from a backup`);
  }

  try {
    const vault = openVault({
      file: masterKeyFile,
      createIfMissing: false,
      clock: systemClock,
      ids: systemIds(systemClock),
    });
    report("ok", `${masterKeyFile} has ${vault.kids.length} master ${vault.kids.length === 1 ? "key" : "keys"}`);
    if (!isWhole) return false;
    const connection = new DatabaseSync(tableFile, { readOnly: true });
    const row = connection.prepare("SELECT * FROM items WHERE pk = ? AND sk = ?").get(checkKey.pk, checkKey.sk);
    const count = Number(connection.prepare("SELECT count(*) AS items FROM items").get()?.items);
    connection.close();
    report("ok", `${tableFile} has ${count} items`);
    const found = await openCheck({ get: async () => (row === undefined ? undefined : itemOf(row)) }, vault);
    if (found === "opened") report("ok", "the master key matches the data");
    else report("failed", "the data have no check value: start Latchkey once with the right master key");
  } catch (thrown) {
    if (thrown instanceof VaultRefused)
      report("failed", `${masterKeyFile} doesn't match the data: restore the right file`);
    else if (thrown instanceof MasterKeyFileError) report("failed", `${thrown.message}: restore the file`);
    else throw thrown;
  }
  return isWhole;
}
