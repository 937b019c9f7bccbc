import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { exitCodeOf, SettingRefused } from "../../functions/settings/setting-refused.ts";
import { masterKeyFileOf } from "../storage/data-folder.ts";
import { MasterKeyFileError } from "./master-keys.ts";
import { openVault } from "./vault.ts";

// Adds a master key, which seals everything from the next start on: npm run rotate-master-key
try {
  const file = masterKeyFileOf(readLocalSettings());
  const vault = openVault({ file, createIfMissing: false, clock: systemClock, ids: systemIds(systemClock) });
  vault.rotate();
  console.log(`${file} has a new master key, ${vault.kids[0]}. Restart Latchkey to re-encrypt stored secrets with it.`);
} catch (thrown) {
  if (!(thrown instanceof SettingRefused || thrown instanceof MasterKeyFileError)) throw thrown;
  console.error(thrown.message);
  process.exitCode = exitCodeOf(thrown);
}
