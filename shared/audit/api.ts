/** Audit trail entries for deletions without a caller. */

export type { NoteCleanup } from "./cleanup.ts";
