import { exitCodeOf, SettingRefused } from "../../functions/settings/setting-refused.ts";
import { MasterKeyFileError } from "../secrets/master-keys.ts";
import { rotated, rotateInDataFolder } from "../secrets/rotate-fingerprint-secret.ts";

// Adds a secret for creating IDs of keys from now on, while the service is running: latchkey rotate-fingerprint-secret
try {
  const [unknown] = process.argv.slice(2);
  if (unknown !== undefined) throw new SettingRefused(`Unknown argument ${unknown}.`);
  console.log(rotated(await rotateInDataFolder()));
} catch (thrown) {
  if (!(thrown instanceof SettingRefused || thrown instanceof MasterKeyFileError)) throw thrown;
  console.error(thrown.message);
  process.exitCode = exitCodeOf(thrown);
}
