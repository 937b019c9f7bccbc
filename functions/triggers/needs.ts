import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { notificationEventPartitions } from "#shared/notifications/store.ts";
import { schedulePartitions } from "#shared/schedules/store.ts";
import { triggerPartitions, triggerSecrets } from "#shared/triggers/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, triggerSecrets],
  opens: [...callSecrets, triggerSecrets, keySecrets.data],
  reads: [callReads, triggerPartitions, schedulePartitions, notificationEventPartitions, keyLookupPartitions.data],
  // Schema changes that the server reports are notified.
  writes: [callPartitions, triggerPartitions, notificationEventPartitions, deliveryPartitions],
  parts: { blobs: { [deliveryBlobs]: ["put"] }, deliveryQueue: ["send"], queue: ["send"] },
};
