import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import { type BroughtWebhook, keptSettingsRemark, placedSettings } from "./placed-settings.ts";
import { newWebhook, settingsOf } from "./record.ts";
import type { WebhookStore } from "./store.ts";

interface PlaceDependencies {
  readonly store: Pick<WebhookStore, "at" | "nextId" | "create" | "change">;
  readonly clock: Clock;
}

/** Puts a webhook of a build where it belongs. Returns a sentence about settings that stay as they are here. */
export type PlaceWebhook = (file: string, webhook: BroughtWebhook) => Promise<string | undefined>;

/**
 * Registers a webhook that was brought from another server, without its secret: one that needs a secret is inactive until it gets one. An existing
 * webhook keeps its secret, whether it is active, and who can send: a build can't open an address that is protected here.
 */
export function placeWebhook({ store, clock }: PlaceDependencies): PlaceWebhook {
  return async (file, brought) => {
    const { channel, useFileReceiver, label } = brought;
    const address = { channel, database: fullDatabaseName(file), useFileReceiver };
    for (;;) {
      const stored = await store.at(address);
      const now = clock.now();
      try {
        if (stored === undefined) {
          const { verification, active } = settingsOf(brought);
          const settings = { ...brought.settings, active: active && verification.scheme === "none" };
          await store.create({ ...newWebhook(await store.nextId(), address, label, now), settings });
          return undefined;
        }
        const { record, version } = stored;
        const settings = placedSettings(record, brought);
        await store.change({ ...record, label, settings, updatedAt: now }, version);
        return keptSettingsRemark(record, brought);
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // Another one was faster: look again.
      }
    }
  };
}
