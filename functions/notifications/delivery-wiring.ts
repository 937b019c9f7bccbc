import type { DeliveryKind } from "#shared/deliveries/delivery-kind.ts";
import { posts } from "#shared/deliveries/post.ts";
import { destinationResults } from "#shared/notifications/destination-results.ts";
import { notificationDelivery } from "#shared/notifications/notification-delivery.ts";
import { type EventsPlatform, eventFeed } from "../events/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type NotifierPlatform, notificationPublisher, notificationRecords } from "./publish-wiring.ts";

export type NotificationDeliveryPlatform = NotifierPlatform &
  EventsPlatform &
  Pick<Platform, "callouts" | "mailer" | "baseUrl">;

export const notificationDeliveries = memoized((platform: NotificationDeliveryPlatform): readonly DeliveryKind[] => {
  const { vault, callouts, mailer, clock, baseUrl } = platform;
  const store = notificationRecords(platform);
  const results = destinationResults({
    store,
    publish: notificationPublisher(platform),
    baseUrl,
    clock,
    announce: (id) => eventFeed(platform).publish(`notification-destination:${id}`),
  });
  return notificationDelivery({ store, results, vault, post: posts({ callouts, clock }), mailer, clock });
});
