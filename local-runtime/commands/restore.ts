import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { exitCodeOf, SettingRefused } from "../../functions/settings/setting-refused.ts";
import { restoreData } from "../backup/restore-data.ts";
import { masterKeyFileOf } from "../storage/data-folder.ts";

// Replaces the data folder with a backup while the service is stopped: latchkey restore FOLDER [--master-key FILE]
const checkData = fileURLToPath(new URL("../storage/check-data.ts", import.meta.url));

try {
  const options = { "master-key": { type: "string" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0)
    throw new SettingRefused("Usage: latchkey restore FOLDER [--master-key FILE]");
  const settings = readLocalSettings();
  const kept = await restoreData({
    folder,
    dataDir: settings.DATA_DIR,
    masterKeyFile: masterKeyFileOf(settings),
    masterKeyCopy: values["master-key"],
  });
  console.log(`${settings.DATA_DIR} has the data of the backup.`);
  for (const path of kept) console.log(`The replaced data is in ${path}. Delete it when you don't need it anymore.`);
  process.exitCode = spawnSync(process.execPath, [checkData], { stdio: "inherit" }).status ?? 1;
} catch (thrown) {
  if (!(thrown instanceof SettingRefused)) throw thrown;
  console.error(thrown.message);
  process.exitCode = exitCodeOf(thrown);
}
