import * as z from "zod";
import type { Vault } from "#shared/ports/vault.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import { Color } from "./contract.ts";
import { StoredSettings, type SystemStore, tokenContext } from "./store.ts";

/** Earlier versions stored any text as a color. Invalid colors aren't transferred. */
const MovedColor = Color.nullable().default(null).catch(null);

const SettingsEntry = StoredSettings.omit({ schema: true, sealedAppLogToken: true }).extend({
  themeColor: MovedColor,
  environmentTagColor: MovedColor,
  appLogToken: z.string().nullable(),
});
type SettingsEntry = z.output<typeof SettingsEntry>;

interface Stored {
  readonly settings: StoredSettings;
  readonly version: number;
}

/** Transfers settings to another installation, as one entry if any was ever changed. */
export function transferredSettings({
  store,
  vault,
}: {
  readonly store: Pick<SystemStore, "settings" | "change">;
  readonly vault: Pick<Vault, "seal" | "open">;
}): TransferPart<SettingsEntry, Stored> {
  const write = async ({ appLogToken, ...choices }: SettingsEntry, version: number): Promise<void> => {
    const sealedAppLogToken = appLogToken === null ? null : await vault.seal(appLogToken, tokenContext);
    await store.change({ ...choices, sealedAppLogToken }, version);
  };

  return {
    entry: SettingsEntry,
    async all() {
      const stored = await store.settings();
      return stored.version === 0 ? [] : [stored];
    },
    async entryOf({ settings: { schema: _, sealedAppLogToken, ...choices } }) {
      const appLogToken = sealedAppLogToken === null ? null : await vault.open(sealedAppLogToken, tokenContext);
      return { ...choices, appLogToken };
    },
    identityOf: () => "settings",
    identityOfStored: () => "settings",
    titleOf: () => "Settings",
    create: (entry) => write(entry, 0),
    replace: (entry, { version }) => write(entry, version),
  };
}
