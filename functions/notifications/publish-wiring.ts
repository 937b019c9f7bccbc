import { type Publish, publishing } from "#shared/notifications/publish.ts";
import { notificationStore } from "#shared/notifications/store.ts";
import { wakeEvent } from "#shared/notifications/wake-event.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type NotifierPlatform = Pick<Platform, "table" | "vault" | "ids" | "clock" | "log" | "deliveryQueue">;

/** Notification destinations and events. */
export const notificationRecords = memoized(({ table }: Pick<Platform, "table">) => notificationStore(table));

/** Publishes events to notification destinations. */
export const notificationPublisher = memoized((platform: NotifierPlatform): Publish => {
  const { vault, ids, clock, deliveryQueue: queue, log } = platform;
  return publishing({ store: notificationRecords(platform), vault, ids, clock, wake: wakeEvent({ queue, log }) });
});
