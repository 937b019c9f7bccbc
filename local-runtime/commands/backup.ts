import { parseArgs } from "node:util";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { exitCodeOf, SettingRefused } from "../../functions/settings/setting-refused.ts";
import { backUp } from "../backup/back-up.ts";
import { masterKeyFileOf } from "../storage/data-folder.ts";

// Copies the data folder while the service is running: latchkey backup FOLDER [--master-key FILE]
try {
  const options = { "master-key": { type: "string" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0)
    throw new SettingRefused("Usage: latchkey backup FOLDER [--master-key FILE]");
  const settings = readLocalSettings();
  const made = await backUp({
    dataDir: settings.DATA_DIR,
    folder,
    masterKeyFile: masterKeyFileOf(settings),
    masterKeyCopy: values["master-key"],
  });
  console.log(`${folder} has the data of Latchkey ${made.version}: ${made.files.length} files. Logs aren't included.`);
  if (values["master-key"] === undefined)
    console.log(
      "The master key isn't included. Store a copy of it in another place: the backup is of no use without it.",
    );
} catch (thrown) {
  if (!(thrown instanceof SettingRefused)) throw thrown;
  console.error(thrown.message);
  process.exitCode = exitCodeOf(thrown);
}
