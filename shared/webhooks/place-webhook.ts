import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import { newWebhook, settingsOf, type WebhookRecord } from "./record.ts";
import type { WebhookStore } from "./store.ts";

interface PlaceDependencies {
  readonly store: Pick<WebhookStore, "at" | "nextId" | "create" | "change">;
  readonly clock: Clock;
}

type BroughtWebhook = Pick<WebhookRecord, "channel" | "useFileReceiver" | "label" | "settings">;

/**
 * Registers a webhook that was brought from another server, without its secret: one that needs a secret takes no events until
 * it is given one. Of a webhook that is there already, secret and whether it takes events stay.
 */
export function placeWebhook({ store, clock }: PlaceDependencies) {
  return async (file: string, { channel, useFileReceiver, label, settings }: BroughtWebhook): Promise<void> => {
    const address = { channel, database: fullDatabaseName(file), useFileReceiver };
    for (;;) {
      const stored = await store.at(address);
      const before = stored?.record ?? newWebhook(await store.nextId(), address, label, clock.now());
      const wanted = settingsOf({ settings, useFileReceiver });
      const isActive = stored === undefined ? wanted.active : settingsOf(before).active;
      const isProven = wanted.verification.scheme === "none" || before.sealedSecret !== null;
      const placed = {
        ...before,
        label,
        settings: { ...settings, active: isActive && isProven },
        updatedAt: clock.now(),
      };
      try {
        return stored === undefined ? await store.create(placed) : await store.change(placed, stored.version);
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // Another one was faster: look again.
      }
    }
  };
}
