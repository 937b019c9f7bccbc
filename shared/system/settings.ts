import { callerMay } from "#shared/contract/call.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { Kept, system } from "./contract.ts";
import { type SystemStore, tokenContext } from "./store.ts";

type SettingsOperations = Pick<ServiceOf<typeof system>, "getSettings" | "updateSettings">;

interface SettingsDependencies {
  readonly store: SystemStore;
  readonly vault: Vault;
  readonly ids: Ids;
  readonly kept: Kept;
  /** Enables or disables the debug log, if there is one. */
  readonly log: Pick<Log, "setDebug">;
}

/** Reads and changes the settings. */
export function settings({ store, vault, ids, kept, log }: SettingsDependencies): SettingsOperations {
  return {
    async getSettings(_input, { caller }) {
      const { settings: stored, version } = await store.settings();
      const { schema: _, themeColor, sealedAppLogToken, ...choices } = stored;
      const showsToken = sealedAppLogToken !== null && callerMay(caller, "administrator");
      return {
        ...choices,
        "custom-color": themeColor,
        "theme-color": themeColor,
        appLogToken: showsToken ? await vault.open(sealedAppLogToken, tokenContext) : null,
        kept,
        version,
      };
    },

    async updateSettings({ version: expected, appLogToken, ...choices }) {
      const token = appLogToken && (await vault.seal(`al_${Buffer.from(ids.bytes(32)).toString("hex")}`, tokenContext));
      const version = await store.change({ ...choices, ...(token && { sealedAppLogToken: token }) }, expected);
      if (choices.debugLogging !== undefined) log.setDebug?.(choices.debugLogging);
      return { ok: true, version };
    },
  };
}
