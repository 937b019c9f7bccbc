import { webhookStore } from "#shared/webhooks/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export const webhookRecords = memoized(({ table }: Pick<Platform, "table">) => webhookStore(table));
