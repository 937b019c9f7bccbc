import { forwarding } from "#shared/notifications/forward.ts";
import { notificationService } from "#shared/notifications/service.ts";
import {
  deliveryEngine,
  type EnginePlatform,
  type NotificationEnginePlatform,
  notificationEngine,
} from "../deliveries/engine-wiring.ts";
import { memoized } from "../memoized.ts";
import { notificationRecords } from "./publish-wiring.ts";

export const notifications = memoized((platform: NotificationEnginePlatform) => {
  const { vault, ids, clock, baseUrl } = platform;
  return notificationService({
    store: notificationRecords(platform),
    engine: notificationEngine(platform),
    vault,
    ids,
    clock,
    baseUrl,
  });
});

/** Turns events into deliveries. */
export const notificationForwarding = memoized((platform: EnginePlatform) => {
  const { vault, clock, log } = platform;
  return forwarding({ store: notificationRecords(platform), engine: deliveryEngine(platform), vault, clock, log });
});
