import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { allowancePartitions } from "#shared/keys/limits/allowance-store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { allowedNetworkPartitions } from "#shared/system/networks/store.ts";
import { systemPartitions } from "#shared/system/store.ts";
import { webhookPartitions, webhookSecrets } from "#shared/webhooks/store.ts";
import { callPartitions, fileMakerReads, idSecrets, type NeedsOf, ownReads } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["data"],
  seals: [...idSecrets, fileMakerSessionSecrets],
  opens: [...idSecrets, keySecrets.data, fileMakerSessionSecrets, webhookSecrets],
  reads: [
    ownReads,
    allowedNetworkPartitions,
    systemPartitions,
    webhookPartitions,
    deliveryPartitions,
    keyLookupPartitions.data,
    fileMakerReads,
  ],
  // A webhook can register itself, and the first attempt is made before the response.
  writes: [callPartitions, allowancePartitions, webhookPartitions, deliveryPartitions, fileMakerSessionPartitions],
  parts: { blobs: { [deliveryBlobs]: ["put", "get", "delete"] }, deliveryQueue: ["send"] },
};
