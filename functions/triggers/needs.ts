import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { schedulePartitions } from "#shared/schedules/store.ts";
import { triggerPartitions, triggerSecrets } from "#shared/triggers/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, triggerSecrets],
  opens: [...callSecrets, triggerSecrets, keySecrets.data],
  reads: [callReads, triggerPartitions, schedulePartitions, keyLookupPartitions.data],
  writes: [callPartitions, triggerPartitions, deliveryPartitions],
  parts: { blobs: { [deliveryBlobs]: ["put"] }, deliveryQueue: ["send"], queue: ["send"] },
};
