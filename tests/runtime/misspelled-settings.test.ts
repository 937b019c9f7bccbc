import { expect } from "vitest";
import { misspelledSetting } from "#shared/settings/misspelled-setting.ts";
import { localSettingNames, readLocalSettings } from "../../functions/settings/local.ts";
import { agentSettingNames, readSettings } from "../../local-agent/settings.ts";
import { verifies } from "../support/verifies.ts";
import { commonVariables } from "./support/common-variables.ts";

const meant = (given: string) => misspelledSetting({ [given]: "x" }, localSettingNames);

verifies("runtime:refuses:misspelled-setting", () => {
  for (const [given, name] of Object.entries({
    ...{ FM_URL: "FMS_URL", FMS_ULR: "FMS_URL", FMS_URI: "FMS_URL", FMS_URLS: "FMS_URL", FMSURL: "FMS_URL" },
    ...{ fms_url: "FMS_URL", BASEURL: "BASE_URL", DATADIR: "DATA_DIR", CORS_ORIGIN: "CORS_ORIGINS" },
    ...{ TRUSTED_PROXIE: "TRUSTED_PROXIES", TLS_CERTFILE: "TLS_CERT_FILE", MASTER_KEY_FIEL: "MASTER_KEY_FILE" },
  }))
    expect(meant(given)).toBe(`Unknown setting ${given}. Did you mean ${name}?`);
  expect(() => readLocalSettings({ FM_URL: "https://fms.example.com" })).toThrow(
    "Unknown setting FM_URL. Did you mean FMS_URL?",
  );
});

verifies("runtime:refuses:misspelled-setting", "every setting with one letter omitted, doubled, or swapped", () => {
  for (const name of localSettingNames.filter((one) => one.replaceAll("_", "").length >= 6))
    for (let at = 0; at < name.length - 1; at += 1) {
      const [before, here, next, after] = [name.slice(0, at), name.charAt(at), name.charAt(at + 1), name.slice(at + 2)];
      for (const given of [before + next + after, before + here + here + next + after, before + next + here + after])
        if (!localSettingNames.includes(given)) expect(meant(given), given).toContain(`Unknown setting ${given}.`);
    }
});

verifies("runtime:refuses:misspelled-setting", "of the agent", () => {
  for (const [given, name] of Object.entries({ FMS_SERVER_PTH: "FMS_SERVER_PATH", FMS_ADMIN_URI: "FMS_ADMIN_URL" }))
    expect(() => readSettings(["run"], { [given]: "x" })).toThrow(`Unknown setting ${given}. Did you mean ${name}?`);
});

verifies("runtime:refuses:misspelled-setting", "an empty one counts as not set", () => {
  expect(misspelledSetting({ FM_URL: "", FMS_ULR: undefined }, localSettingNames)).toBeUndefined();
});

verifies(
  "runtime:refuses:misspelled-setting",
  "variables of shells, systemd, Docker, CI, and other programs are accepted",
  () => {
    expect(commonVariables.length).toBeGreaterThan(250);
    const all = Object.fromEntries(commonVariables.map((name) => [name, "x"]));
    expect(misspelledSetting(all, localSettingNames)).toBeUndefined();
    expect(misspelledSetting(all, agentSettingNames)).toBeUndefined();
    // Includes the variables of this process, which npm and the test runner have set.
    expect(misspelledSetting(process.env, localSettingNames)).toBeUndefined();
  },
);
