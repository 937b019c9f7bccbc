import { webhookStore } from "#shared/webhooks/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

/** Webhooks as they are kept. */
export const webhookRecords = memoized(({ table }: Pick<Platform, "table">) => webhookStore(table));
