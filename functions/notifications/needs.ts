import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import {
  destinationPartitions,
  destinationUsePartitions,
  notificationEventPartitions,
  notificationSecrets,
} from "#shared/notifications/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, notificationSecrets],
  opens: [...callSecrets, notificationSecrets],
  reads: [callReads, destinationPartitions, destinationUsePartitions, notificationEventPartitions, deliveryPartitions],
  // A test is a delivery that is attempted before the response.
  writes: [
    callPartitions,
    destinationPartitions,
    destinationUsePartitions,
    notificationEventPartitions,
    deliveryPartitions,
  ],
  parts: { blobs: { [deliveryBlobs]: ["get"] }, deliveryQueue: ["send"], mailer: "send" },
};
