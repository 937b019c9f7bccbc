import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, locationSecrets],
  opens: [...callSecrets, locationSecrets],
  reads: [callReads, locationPartitions],
  writes: [callPartitions, locationPartitions],
  parts: {},
};
