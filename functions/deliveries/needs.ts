import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { callPartitions, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  writes: [callPartitions, deliveryPartitions],
  parts: { blobs: { [deliveryBlobs]: ["get"] }, deliveryQueue: ["send"] },
};
