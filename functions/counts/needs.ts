import { usageLinePartitions } from "#shared/usage/lines/line-store.ts";
import { usagePartitions } from "#shared/usage/store.ts";
import { idSecrets, type NeedsOn } from "../needs.ts";
import type { CountsPlatform } from "./wiring.ts";

export const needs: NeedsOn<CountsPlatform> = {
  notesUseOf: [],
  seals: idSecrets,
  opens: idSecrets,
  reads: [usageLinePartitions, usagePartitions],
  writes: [usageLinePartitions, usagePartitions],
  parts: { logLines: "read" },
};
