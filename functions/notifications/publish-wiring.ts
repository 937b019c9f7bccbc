import { type Publish, publishing } from "#shared/notifications/publish.ts";
import { notificationStore } from "#shared/notifications/store.ts";
import { wakeEvent } from "#shared/notifications/wake-event.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type NotifierPlatform = Pick<Platform, "table" | "vault" | "ids" | "clock" | "log" | "deliveryQueue">;

/** Destinations and events as they are kept. */
export const notificationRecords = memoized(({ table }: Pick<Platform, "table">) => notificationStore(table));

/** Where is said what has happened, for those who want to know. */
export const notificationPublisher = memoized((platform: NotifierPlatform): Publish => {
  const { vault, ids, clock, deliveryQueue: queue, log } = platform;
  return publishing({ store: notificationRecords(platform), vault, ids, clock, wake: wakeEvent({ queue, log }) });
});
