import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import {
  destinationPartitions,
  destinationUsePartitions,
  notificationEventPartitions,
  notificationSecrets,
} from "#shared/notifications/store.ts";
import { triggerPartitions, triggerSecrets } from "#shared/triggers/store.ts";
import { webhookPartitions, webhookUsePartitions } from "#shared/webhooks/store.ts";
import { fileMakerReads, idSecrets, type NeedsOn, ownPartitions, ownReads } from "../needs.ts";
import type { AttemptsPlatform } from "./wiring.ts";

export const needs: NeedsOn<AttemptsPlatform> = {
  notesUseOf: ["data"],
  seals: [...idSecrets, fileMakerSessionSecrets],
  opens: [...idSecrets, keySecrets.data, fileMakerSessionSecrets, triggerSecrets, notificationSecrets],
  reads: [
    ownReads,
    webhookPartitions,
    triggerPartitions,
    deliveryPartitions,
    destinationPartitions,
    destinationUsePartitions,
    notificationEventPartitions,
    keyLookupPartitions.data,
    fileMakerReads,
  ],
  // A destination that is gone gets disabled, and that is notified too.
  writes: [
    ownPartitions,
    webhookUsePartitions,
    triggerPartitions,
    deliveryPartitions,
    fileMakerSessionPartitions,
    destinationPartitions,
    destinationUsePartitions,
    notificationEventPartitions,
  ],
  parts: {
    blobs: { [deliveryBlobs]: ["get"] },
    deliveryQueue: ["send", "receive"],
    deliverySchedules: "put",
    mailer: "send",
    queue: ["send"],
  },
};
