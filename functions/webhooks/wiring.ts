import { webhookService } from "#shared/webhooks/service.ts";
import { webhookStore } from "#shared/webhooks/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** The webhooks resource: what is registered. */
export const webhooks = memoized((platform: Pick<Platform, "table" | "vault" | "clock" | "ids" | "prefixes">) => {
  const { vault, clock, ids, prefixes } = platform;
  return webhookService({ store: webhookRecords(platform), vault, clock, ids, prefix: prefixes[0] });
});

/** Webhooks as they are kept. */
export const webhookRecords = memoized(({ table }: Pick<Platform, "table">) => webhookStore(table));
