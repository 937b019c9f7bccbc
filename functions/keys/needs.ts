import {
  fileMakerSessionPartitions,
  fileMakerSessionSecrets,
  fileMakerSessionsOfAccountPartitions,
} from "#shared/filemaker/sessions/session-store.ts";
import { keyLookupPartitions, keyPartitions, keySecrets } from "#shared/keys/store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: [], // It can write keys anyway.
  seals: [...idSecrets, keySecrets.data, keySecrets.admin, fileMakerSessionSecrets],
  opens: [...callSecrets, keySecrets.data, keySecrets.admin, fileMakerSessionSecrets],
  reads: [callReads, keyLookupPartitions.data, fileMakerReads, fileMakerSessionsOfAccountPartitions],
  // Deleting a key or changing its account also deletes its sessions.
  writes: [callPartitions, keyPartitions, fileMakerSessionPartitions],
  parts: {},
};
