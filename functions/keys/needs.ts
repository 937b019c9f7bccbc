import {
  fileMakerSessionPartitions,
  fileMakerSessionSecrets,
  fileMakerSessionsOfAccountPartitions,
} from "#shared/filemaker/sessions/session-store.ts";
import { keyLookupPartitions, keyPartitions, keySecrets } from "#shared/keys/store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: [], // It may write keys anyway.
  seals: [...idSecrets, keySecrets.data, keySecrets.admin, fileMakerSessionSecrets],
  opens: [...callSecrets, keySecrets.data, keySecrets.admin, fileMakerSessionSecrets],
  reads: [callReads, keyLookupPartitions.data, fileMakerReads, fileMakerSessionsOfAccountPartitions],
  // A key that is deleted, or whose account changes, leaves no session behind.
  writes: [callPartitions, keyPartitions, fileMakerSessionPartitions],
  parts: {},
};
