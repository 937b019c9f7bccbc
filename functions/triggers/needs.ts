import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { triggerPartitions, triggerSecrets } from "#shared/triggers/store.ts";
import { callPartitions, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, triggerSecrets, fileMakerSessionSecrets],
  opens: [...callSecrets, triggerSecrets, keySecrets.data, fileMakerSessionSecrets],
  writes: [callPartitions, triggerPartitions, deliveryPartitions],
  parts: { blobs: { [deliveryBlobs]: ["put"] }, deliveryQueue: ["send"], queue: ["send"] },
};
