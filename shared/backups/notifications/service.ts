import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { masked, Notification, withoutSecrets } from "#shared/contract/values/release-shapes.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { offsiteSchedules } from "../schedules/contract.ts";
import { type OffsiteSettingStore, settingContext } from "./store.ts";

interface NotificationSettingDependencies {
  readonly store: OffsiteSettingStore;
  readonly vault: Vault;
}

type NotificationSettings = Pick<
  ServiceOf<typeof offsiteSchedules>,
  "readOffsiteNotifications" | "changeOffsiteNotifications" | "deleteOffsiteNotifications"
>;

/** Reads and changes the notifications about offsite backups. The API has one destination. */
export function notificationSettings({ store, vault }: NotificationSettingDependencies): NotificationSettings {
  const read = notificationOf({ store, vault });
  return {
    async readOffsiteNotifications() {
      return { offsiteNotificationSettings: withoutSecrets((await read()) ?? null) };
    },

    async changeOffsiteNotifications(input) {
      const given = Notification.safeParse(input);
      const [issue] = given.error?.issues ?? [];
      if (!given.success)
        throw new ServiceError("input_invalid", { text: `\`${issue?.path.join(".")}\`: ${issue?.message}` });
      const isMasked = JSON.stringify(given.data).includes(masked);
      if (isMasked)
        throw new ServiceError("input_invalid", { text: "masked secrets aren't accepted. Send the whole value" });
      await store.put(await vault.seal(JSON.stringify(given.data), settingContext));
      return { offsiteNotificationSettings: withoutSecrets(given.data) };
    },

    async deleteOffsiteNotifications() {
      await store.delete();
      return { ok: true, message: "Setting deleted" };
    },
  };
}

/** Returns a function that reads the setting. */
export function notificationOf({
  store,
  vault,
}: {
  readonly store: Pick<OffsiteSettingStore, "get">;
  readonly vault: Pick<Vault, "open">;
}) {
  return async (): Promise<Notification | undefined> => {
    const sealed = await store.get();
    return sealed === undefined ? undefined : Notification.parse(JSON.parse(await vault.open(sealed, settingContext)));
  };
}
