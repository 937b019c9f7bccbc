import { fileMakerSessionPartitions } from "#shared/filemaker/sessions/session-store.ts";
import { uploadsPrefix } from "#shared/files/uploads/part-names.ts";
import { uploadPartitions } from "#shared/files/uploads/store.ts";
import { nativeSessionPartitions } from "#shared/proxy/native-sessions/native-session-store.ts";
import { callPartitions, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["data", "admin"],
  writes: [callPartitions, fileMakerSessionPartitions, nativeSessionPartitions, uploadPartitions],
  // Stored uploads go to FileMaker Server, and are deleted when it has them.
  parts: { blobs: { [uploadsPrefix]: ["get", "delete", "list"] } },
};
