import { deliveryBlobs } from "#shared/deliveries/bodies.ts";
import { deliveryPartitions } from "#shared/deliveries/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keySecrets } from "#shared/keys/store.ts";
import {
  destinationPartitions,
  destinationUsePartitions,
  notificationEventPartitions,
  notificationSecrets,
} from "#shared/notifications/store.ts";
import { webhookUsePartitions } from "#shared/webhooks/store.ts";
import { callPartitions, idSecrets, type NeedsOn } from "../needs.ts";
import type { AttemptsPlatform } from "./wiring.ts";

export const needs: NeedsOn<AttemptsPlatform> = {
  notesUseOf: ["data"],
  seals: [...idSecrets, fileMakerSessionSecrets],
  opens: [...idSecrets, keySecrets.data, fileMakerSessionSecrets, notificationSecrets],
  // A destination that is gone is switched off, which is notified in turn.
  writes: [
    callPartitions,
    webhookUsePartitions,
    deliveryPartitions,
    fileMakerSessionPartitions,
    destinationPartitions,
    destinationUsePartitions,
    notificationEventPartitions,
  ],
  parts: { blobs: { [deliveryBlobs]: ["get"] }, deliveryQueue: ["send", "receive"], mailer: "send" },
};
