import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { webhookPartitions, webhookSecrets } from "#shared/webhooks/store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, webhookSecrets, fileMakerSessionSecrets],
  opens: [...callSecrets, webhookSecrets, keySecrets.data, fileMakerSessionSecrets],
  reads: [callReads, webhookPartitions, deliveryPartitions, keyLookupPartitions.data, fileMakerReads],
  // A test event is a delivery that is attempted before the response.
  writes: [callPartitions, webhookPartitions, deliveryPartitions, fileMakerSessionPartitions],
  parts: { blobs: { [deliveryBlobs]: ["put", "get"] }, deliveryQueue: ["send"] },
};
