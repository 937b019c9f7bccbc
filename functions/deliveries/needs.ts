import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { webhookPartitions } from "#shared/webhooks/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: idSecrets,
  opens: callSecrets,
  reads: [callReads, deliveryPartitions, webhookPartitions],
  writes: [callPartitions, deliveryPartitions],
  parts: { blobs: { [deliveryBlobs]: ["get"] }, deliveryQueue: ["send"] },
};
