import { identityPartitions, identitySecrets } from "#shared/identity/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, identitySecrets],
  opens: [...callSecrets, identitySecrets],
  reads: [callReads, identityPartitions],
  writes: [callPartitions, identityPartitions],
  parts: {},
};
