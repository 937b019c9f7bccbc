import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { fileMakerSessionPartitions } from "#shared/filemaker/sessions/session-store.ts";
import { webhookUsePartitions } from "#shared/webhooks/store.ts";
import { callPartitions, type NeedsOn } from "../needs.ts";
import type { AttemptsPlatform } from "./wiring.ts";

export const needs: NeedsOn<AttemptsPlatform> = {
  notesUseOf: ["data"],
  writes: [callPartitions, webhookUsePartitions, deliveryPartitions, fileMakerSessionPartitions],
  parts: { blobs: { [deliveryBlobs]: ["get"] }, deliveryQueue: ["send", "receive"] },
};
