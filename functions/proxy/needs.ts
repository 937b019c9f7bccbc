import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { uploadsPrefix } from "#shared/files/uploads/part-names.ts";
import { uploadPartitions } from "#shared/files/uploads/store.ts";
import { allowancePartitions } from "#shared/keys/limits/allowance-store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { nativeSessionPartitions, nativeSessionSecrets } from "#shared/proxy/native-sessions/native-session-store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["data", "admin"],
  seals: [...idSecrets, fileMakerSessionSecrets, nativeSessionSecrets],
  opens: [...callSecrets, keySecrets.data, keySecrets.admin, fileMakerSessionSecrets, nativeSessionSecrets],
  reads: [callReads, keyLookupPartitions.data, nativeSessionPartitions, uploadPartitions, fileMakerReads],
  writes: [callPartitions, allowancePartitions, fileMakerSessionPartitions, nativeSessionPartitions, uploadPartitions],
  // Stored uploads are sent to FileMaker Server and deleted afterward.
  parts: { blobs: { [uploadsPrefix]: ["get", "delete", "list"] } },
};
