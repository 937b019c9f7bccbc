import { metricsTokenPartitions } from "#shared/usage/scrape/token-store.ts";
import { statisticsPartitions, usagePartitions } from "#shared/usage/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: idSecrets,
  opens: callSecrets,
  reads: [callReads, usagePartitions, statisticsPartitions, metricsTokenPartitions],
  writes: [callPartitions, usagePartitions, metricsTokenPartitions],
  parts: {},
};
