import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { defaultFileSettings, defaultSettings, type WebhookSettings } from "./contract.ts";
import { senderDefaults } from "./sender-defaults.ts";

/** Stored webhook. */
export const WebhookRecord = storedRecord("webhooks/webhook", 1, {
  id: z.int(),
  channel: z.string(),
  /** Name with extension. */
  database: z.string(),
  useFileReceiver: z.boolean(),
  label: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Settings that were set. The others have the current defaults. */
  settings: z.record(z.string(), z.unknown()),
  /** Encrypted for this item. */
  sealedSecret: z.string().nullable(),
  sealedPreviousSecret: z.string().nullable(),
  previousSecretUntil: z.number().nullable(),
  /** Key whose event registered the webhook. Null if a user, a build or an import did. */
  registeredByKey: z.int().nullable().default(null),
});
export type WebhookRecord = z.infer<typeof WebhookRecord>;

/** Returns a new webhook. */
export function newWebhook(
  id: number,
  address: Pick<WebhookRecord, "channel" | "database" | "useFileReceiver">,
  label: string,
  now: number,
  registeredByKey: number | null = null,
): WebhookRecord {
  return {
    schema: 1,
    id,
    ...address,
    label,
    createdAt: now,
    updatedAt: now,
    settings: {},
    sealedSecret: null,
    sealedPreviousSecret: null,
    previousSecretUntil: null,
    registeredByKey,
  };
}

/** Counts of a webhook. */
export const WebhookUse = z.object({
  lastUsed: z.number().nullable().default(null),
  lastResult: z.string().nullable().default(null),
  lastResultIsError: z.boolean().nullable().default(null),
  times: z.int().default(0),
  bytes: z.number().default(0),
  refused: z.int().default(0),
});
export type WebhookUse = z.infer<typeof WebhookUse>;

/** Returns all settings of a webhook, including defaults. */
export function settingsOf({
  settings,
  useFileReceiver,
}: Pick<WebhookRecord, "settings" | "useFileReceiver">): WebhookSettings {
  const own = settings as Partial<WebhookSettings>;
  const usual = useFileReceiver ? defaultFileSettings : defaultSettings;
  return { ...usual, ...senderDefaults[(own.verification ?? usual.verification).scheme], ...own };
}

/** Returns the source for deliveries of a webhook. */
export function webhookSource(id: number): string {
  return `webhook-${id}`;
}

/** Returns the webhook id of a source. */
export function webhookIdOf(source: string): number {
  return Number(source.slice(source.lastIndexOf("-") + 1));
}
