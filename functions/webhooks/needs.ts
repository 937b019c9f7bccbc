import { webhookPartitions } from "#shared/webhooks/store.ts";
import { callPartitions, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  writes: [callPartitions, webhookPartitions],
  parts: {},
};
