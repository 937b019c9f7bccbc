import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { fileMakerSessionPartitions } from "#shared/filemaker/sessions/session-store.ts";
import { webhookPartitions } from "#shared/webhooks/store.ts";
import { callPartitions, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["data"],
  // A webhook may register itself, and the first attempt of a delivery is made before the answer.
  writes: [callPartitions, webhookPartitions, deliveryPartitions, fileMakerSessionPartitions],
  parts: { blobs: { [deliveryBlobs]: ["put", "get"] }, deliveryQueue: ["send"] },
};
