import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { notifications } from "#shared/notifications/contract.ts";
import { notificationService } from "#shared/notifications/service.ts";
import {
  destinationPartitions,
  destinationUsePartitions,
  notificationEventPartitions,
  notificationSecrets,
  notificationStore,
} from "#shared/notifications/store.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, notifies, servesAdmins } from "../needs.ts";
import { type NotificationEnginePlatform, notificationEngine } from "../wiring/deliveries.ts";

export const resource = defineResource({
  contract: notifications,
  wiring: service,
  needs: needs(servesAdmins, notifies, {
    seals: [notificationSecrets],
    opens: [notificationSecrets],
    reads: [destinationPartitions, destinationUsePartitions, notificationEventPartitions, deliveryPartitions],
    // A test is a delivery that is attempted before the response.
    writes: [destinationPartitions, destinationUsePartitions, deliveryPartitions],
    parts: { blobs: { [deliveryBlobs]: ["get"] }, mailer: "send" },
  }),
});

function service(platform: NotificationEnginePlatform) {
  const { vault, ids, clock, baseUrl } = platform;
  return notificationService({
    store: notificationStore(platform.table),
    engine: notificationEngine(platform),
    vault,
    ids,
    clock,
    baseUrl,
  });
}
