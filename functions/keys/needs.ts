import { fileMakerSessionPartitions } from "#shared/filemaker/sessions/session-store.ts";
import { keyPartitions } from "#shared/keys/store.ts";
import { callPartitions, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: [], // It may write keys anyway.
  // A key that is deleted, or whose account changes, leaves no session behind.
  writes: [callPartitions, keyPartitions, fileMakerSessionPartitions],
  parts: {},
};
