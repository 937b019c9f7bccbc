import { destinationPartitions } from "#shared/notifications/store.ts";
import { alertRulePartitions, alertStatePartitions } from "#shared/usage/alerts/store.ts";
import { metricsTokenPartitions } from "#shared/usage/scrape/token-store.ts";
import { statisticsPartitions, usagePartitions, watchedPartitions } from "#shared/usage/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: idSecrets,
  opens: callSecrets,
  reads: [
    callReads,
    usagePartitions,
    statisticsPartitions,
    watchedPartitions,
    alertRulePartitions,
    alertStatePartitions,
    destinationPartitions,
    metricsTokenPartitions,
  ],
  writes: [callPartitions, usagePartitions, alertRulePartitions, alertStatePartitions, metricsTokenPartitions],
  parts: {},
};
