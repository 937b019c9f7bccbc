import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { type BroughtWebhook, keptSettingsRemark, placedSettings } from "./placed-settings.ts";
import { newWebhook, settingsOf } from "./record.ts";
import type { WebhookStore } from "./store.ts";

interface PlaceDependencies {
  readonly store: Pick<WebhookStore, "at" | "nextId" | "create" | "change">;
  readonly clock: Clock;
}

/** Imports a webhook of a build. Returns a sentence about settings that weren't changed. */
export type PlaceWebhook = (file: string, webhook: BroughtWebhook) => Promise<string | undefined>;

/**
 * Registers a webhook from another server without its secret. If it needs a secret, it is inactive until it gets one. An existing webhook
 * keeps its secret, its active state, and its rules on senders: a build can't open a URL that is protected here.
 */
export function placeWebhook({ store, clock }: PlaceDependencies): PlaceWebhook {
  return async (file, brought) => {
    const { channel, useFileReceiver, label } = brought;
    const address = { channel, database: fullDatabaseName(file), useFileReceiver };
    return retryOnConflict(async () => {
      const stored = await store.at(address);
      const now = clock.now();
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
    });
  };
}
