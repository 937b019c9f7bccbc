import * as z from "zod";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import { Channel, WebhookChoices } from "./contract.ts";
import { inWords, protectionDifferences } from "./placed-settings.ts";
import { WebhookRecord } from "./record.ts";
import { type Address, type StoredWebhook, secretContext, type WebhookStore } from "./store.ts";

const WebhookEntry = WebhookRecord.omit({
  ...{ schema: true, id: true, sealedSecret: true, sealedPreviousSecret: true, updatedAt: true, registeredByKey: true },
} as const).extend({
  channel: Channel,
  settings: WebhookChoices,
  secret: z.string().nullable(),
  previousSecret: z.string().nullable(),
});
type WebhookEntry = z.output<typeof WebhookEntry>;

interface TransferredWebhooksDependencies {
  readonly store: WebhookStore;
  readonly vault: Pick<Vault, "seal" | "open">;
  readonly clock: Clock;
}

/** Transfers webhooks to another installation, including the secrets of their senders. */
export function transferredWebhooks(
  dependencies: TransferredWebhooksDependencies,
): TransferPart<WebhookEntry, StoredWebhook> {
  const { store, vault, clock } = dependencies;
  type SecretField = Parameters<typeof secretContext>[1];
  const opened = (id: number, sealed: string | null, field: SecretField) =>
    sealed === null ? null : vault.open(sealed, secretContext(id, field));
  const sealed = (id: number, secret: string | null, field: SecretField) =>
    secret === null ? null : vault.seal(secret, secretContext(id, field));

  const made = async (id: number, { secret, previousSecret, ...fields }: WebhookEntry): Promise<WebhookRecord> => ({
    ...fields,
    schema: 1,
    id,
    // Keys have other numbers in every installation.
    registeredByKey: null,
    sealedSecret: await sealed(id, secret, "sealedSecret"),
    sealedPreviousSecret: await sealed(id, previousSecret, "sealedPreviousSecret"),
    updatedAt: clock.now(),
  });

  return {
    entry: WebhookEntry,
    async all() {
      const found = await Promise.all((await store.all()).map(({ id }) => store.get(id)));
      return found.filter((stored) => stored !== undefined);
    },
    async entryOf({ record }) {
      const {
        schema: _,
        id,
        sealedSecret,
        sealedPreviousSecret,
        updatedAt: __,
        registeredByKey: ___,
        ...fields
      } = record;
      return {
        ...fields,
        settings: WebhookChoices.parse(fields.settings),
        secret: await opened(id, sealedSecret, "sealedSecret"),
        previousSecret: await opened(id, sealedPreviousSecret, "sealedPreviousSecret"),
      };
    },
    identityOf: addressOf,
    identityOfStored: ({ record }) => addressOf(record),
    warningOf(entry, here) {
      const differences = here === undefined ? [] : protectionDifferences(here, entry);
      return differences.length === 0
        ? undefined
        : `It changes who can send events to this webhook: its ${inWords(differences)}.`;
    },
    titleOf: ({ channel, database }) => `${channel} of ${database}`,
    create: async (entry) => store.create(await made(await store.nextId(), entry)),
    replace: async (entry, { record, version }) => store.change(await made(record.id, entry), version),
  };
}

function addressOf({ database, channel, useFileReceiver }: Address): string {
  return JSON.stringify([normalizedDatabaseName(database), channel, useFileReceiver]);
}
