import { ServiceError } from "#shared/contract/errors.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { WebhookSettings } from "../contract.ts";
import { newWebhook, type WebhookRecord } from "../record.ts";
import type { Address, WebhookStore } from "../store.ts";

/** Maximum number of webhooks that events of one key register for one file. Concurrent events can exceed it by their number. */
const maxSelfRegistered = 100;
/** Time in milliseconds for which the limit is considered reached without counting again. */
const recountMs = 60_000;

interface SelfRegistrationDependencies {
  readonly webhooks: Pick<WebhookStore, "all" | "at" | "nextId" | "create">;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
}

/**
 * Registers the webhook of the URL that an event with a key was sent to.
 * @throws ServiceError webhook_registrations_used
 */
type SelfRegistration = (address: Address, keyId: number, settings: Partial<WebhookSettings>) => Promise<WebhookRecord>;

export function selfRegistration({ webhooks, clock, log }: SelfRegistrationDependencies): SelfRegistration {
  const reachedUntil = new Map<string, number>();

  const refuseMore = async ({ database }: Address, keyId: number): Promise<void> => {
    const normalized = normalizedDatabaseName(database);
    const name = `${keyId} ${normalized}`;
    const now = clock.now();
    if (now < (reachedUntil.get(name) ?? 0)) throw new ServiceError("webhook_registrations_used");
    const own = (await webhooks.all()).filter(
      (webhook) => webhook.registeredByKey === keyId && normalizedDatabaseName(webhook.database) === normalized,
    );
    if (own.length < maxSelfRegistered) {
      reachedUntil.delete(name);
      return;
    }
    if (!reachedUntil.has(name)) log.error({ event: "webhook_registrations_used", key: keyId, file: database });
    reachedUntil.set(name, now + recountMs);
    throw new ServiceError("webhook_registrations_used");
  };

  return async (address, keyId, settings) => {
    return retryOnConflict(async () => {
      await refuseMore(address, keyId);
      const bare = newWebhook(await webhooks.nextId(), address, address.channel, clock.now(), keyId);
      const made = { ...bare, settings };
      try {
        await webhooks.create(made);
        return made;
      } catch (thrown) {
        // Another event of this channel can have registered it first.
        const known = thrown instanceof ConditionFailed ? await webhooks.at(address) : undefined;
        if (known === undefined) throw thrown;
        return known.record;
      }
    });
  };
}
