import type { Call } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { newSigningSecret } from "#shared/http/standard-webhooks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { largestEventBytes, type Webhook, type WebhookSettings, type webhooks } from "./contract.ts";
import { newWebhook, settingsOf, type WebhookRecord } from "./record.ts";
import { sampleEvent } from "./sender-defaults.ts";
import { type StoredWebhook, secretContext, type WebhookStore } from "./store.ts";
import { fitsScheme } from "./verification/secrets.ts";
import { refuseShortSecret, refuseWeakTemplate } from "./verification/strength.ts";

interface WebhookDependencies {
  readonly store: WebhookStore;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  /** First segment of paths for callers that used none. */
  readonly prefix: string;
  readonly checkReceiver: ServiceOf<typeof webhooks>["checkReceiver"];
  readonly testWebhook: ServiceOf<typeof webhooks>["testWebhook"];
}

/** Creates the service for registered webhooks. */
export function webhookService({
  store,
  vault,
  clock,
  ids,
  prefix,
  checkReceiver,
  testWebhook,
}: WebhookDependencies): ServiceOf<typeof webhooks> {
  const found = async (id: number): Promise<StoredWebhook> => {
    const stored = await store.get(id);
    if (stored === undefined) throw new ServiceError("webhook_not_found");
    return stored;
  };

  const shown = async (record: WebhookRecord, call: Call): Promise<Webhook> =>
    shownWebhook(record, await store.use(record.id), call.prefix ?? prefix);

  /** Changes a webhook, and retries after concurrent changes. */
  const changed = async (id: number, change: (record: WebhookRecord) => WebhookRecord | Promise<WebhookRecord>) => {
    return retryOnConflict(async () => {
      const { record, version } = await found(id);
      const next = { ...(await change(record)), updatedAt: clock.now() };
      await store.change(next, version);
      return next;
    });
  };

  const sealed = (id: number, secret: string, field: "sealedSecret" | "sealedPreviousSecret") =>
    vault.seal(secret, secretContext(id, field));

  return {
    listWebhooks: async (_input, call) => ({
      webhooks: await Promise.all((await store.all()).map((stored) => shown(stored, call))),
    }),
    checkReceiver,
    testWebhook,
    getWebhook: async ({ id }, call) => shown((await found(id)).record, call),

    async createWebhook({ channel, filename, useFileReceiver, label, settings, secret }, call) {
      const wanted = settingsOf({ settings, useFileReceiver });
      refuseWeakTemplate(wanted.verification);
      checkSecret(wanted, secret, secret !== undefined);
      checkSize(wanted, useFileReceiver);
      const address = { channel, database: fullDatabaseName(filename), useFileReceiver };
      await refuseTaken(address);
      const id = await store.nextId();
      const now = clock.now();
      const record: WebhookRecord = {
        ...newWebhook(id, address, label, now),
        settings,
        sealedSecret: secret === undefined ? null : await sealed(id, secret, "sealedSecret"),
      };
      await store.create(record).catch(async (thrown: unknown) => {
        if (thrown instanceof ConditionFailed) await refuseTaken(address);
        throw thrown;
      });
      return shown(record, call);
    },

    async updateWebhook({ id, label, settings = {} }, call) {
      const record = await changed(id, (before) => {
        const after = { ...before, label: label ?? before.label, settings: { ...before.settings, ...settings } };
        // A webhook that was stored before this check existed can still be changed in other ways.
        if (settings.verification !== undefined || settings.active === true)
          refuseWeakTemplate(settingsOf(after).verification);
        checkSecret(settingsOf(after), undefined, before.sealedSecret !== null);
        checkSize(settingsOf(after), after.useFileReceiver);
        return after;
      });
      return shown(record, call);
    },

    async deleteWebhook({ id }) {
      return retryOnConflict(async () => {
        await store.delete(await found(id));
        return { ok: true };
      });
    },

    async setWebhookSecret({ id, secret, previousHours }, call) {
      const given = secret ?? newSigningSecret(ids);
      const record = await changed(id, async (before) => {
        checkSecret(settingsOf(before), given, true);
        const previous =
          before.sealedSecret === null
            ? null
            : await vault.open(before.sealedSecret, secretContext(id, "sealedSecret"));
        return {
          ...before,
          sealedSecret: await sealed(id, given, "sealedSecret"),
          sealedPreviousSecret: previous === null ? null : await sealed(id, previous, "sealedPreviousSecret"),
          previousSecretUntil: previous === null ? null : clock.now() + previousHours * 3_600_000,
        };
      });
      return { webhook: await shown(record, call), secret: secret === undefined ? given : null };
    },
  };

  async function refuseTaken(address: Parameters<WebhookStore["at"]>[0]): Promise<void> {
    const taken = await store.at(address);
    if (taken !== undefined) throw new ServiceError("webhook_exists", { response: { id: taken.record.id } });
  }
}

/** @throws ServiceError webhook_secret_missing, webhook_secret_short, webhook_secret_invalid */
function checkSecret({ verification }: WebhookSettings, secret: string | undefined, hasSecret: boolean): void {
  if (verification.scheme !== "none" && !hasSecret) throw new ServiceError("webhook_secret_missing");
  if (secret !== undefined) refuseShortSecret(secret, verification);
  if (secret !== undefined && !fitsScheme(secret, verification)) throw new ServiceError("webhook_secret_invalid");
}

/** @throws ServiceError input_invalid */
function checkSize({ largestBytes }: WebhookSettings, useFileReceiver: boolean): void {
  if (useFileReceiver || largestBytes <= largestEventBytes) return;
  throw new ServiceError("input_invalid", {
    text: `\`settings.largestBytes\`: must be at most ${largestEventBytes}`,
  });
}

function shownWebhook(record: WebhookRecord, use: Awaited<ReturnType<WebhookStore["use"]>>, prefix: string): Webhook {
  const { id, database, channel, label, createdAt, updatedAt, sealedSecret, previousSecretUntil, useFileReceiver } =
    record;
  const settings = settingsOf(record);
  return {
    id,
    url: `/${prefix}/${useFileReceiver ? "filereceiver" : "receiver"}/${database}/${channel}`,
    database,
    label,
    created_at: timestamp(createdAt),
    updated_at: timestamp(updatedAt),
    last_used: use.lastUsed === null ? null : timestamp(use.lastUsed),
    last_result: use.lastResult,
    last_result_is_error: use.lastResultIsError === null ? null : Number(use.lastResultIsError),
    active: Number(settings.active),
    number_of_times_used: use.times,
    bytes_received: use.bytes,
    channel,
    useFileReceiver,
    settings,
    hasSecret: sealedSecret !== null,
    previousSecretUntil: previousSecretUntil === null ? null : timestamp(previousSecretUntil),
    sampleEvent: sampleEvent(settings.verification.scheme).body,
    refusedCount: use.refused,
  };
}
