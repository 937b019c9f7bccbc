import { webhookPartitions, webhookSecrets } from "#shared/webhooks/store.ts";
import { callPartitions, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, webhookSecrets],
  opens: [...callSecrets, webhookSecrets],
  writes: [callPartitions, webhookPartitions],
  parts: {},
};
