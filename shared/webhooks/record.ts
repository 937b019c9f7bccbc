import * as z from "zod";
import { defaultFileSettings, defaultSettings, type WebhookSettings } from "./contract.ts";

/** A webhook as stored. */
export const WebhookRecord = z.object({
  schema: z.literal(1),
  id: z.int(),
  channel: z.string(),
  /** Full name. */
  database: z.string(),
  useFileReceiver: z.boolean(),
  label: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Those that were chosen; the others are those of the day. */
  settings: z.record(z.string(), z.unknown()),
  /** Sealed to this item. */
  sealedSecret: z.string().nullable(),
  sealedPreviousSecret: z.string().nullable(),
  previousSecretUntil: z.number().nullable(),
  /** The key whose event registered it. Null: a user, a build or an import did. */
  registeredByKey: z.int().nullable().default(null),
});
export type WebhookRecord = z.infer<typeof WebhookRecord>;

/** A webhook as it is registered. */
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

/** What is counted of a webhook. */
export const WebhookUse = z.object({
  lastUsed: z.number().nullable().default(null),
  lastResult: z.string().nullable().default(null),
  lastResultIsError: z.boolean().nullable().default(null),
  times: z.int().default(0),
  bytes: z.number().default(0),
  refused: z.int().default(0),
});
export type WebhookUse = z.infer<typeof WebhookUse>;

/** Every setting of a webhook. */
export function settingsOf({
  settings,
  useFileReceiver,
}: Pick<WebhookRecord, "settings" | "useFileReceiver">): WebhookSettings {
  return { ...(useFileReceiver ? defaultFileSettings : defaultSettings), ...(settings as Partial<WebhookSettings>) };
}

/** What deliveries of a webhook belong to. */
export function webhookSource(id: number): string {
  return `webhook-${id}`;
}

/** The webhook that a source stands for. */
export function webhookIdOf(source: string): number {
  return Number(source.slice(source.lastIndexOf("-") + 1));
}
