import type { AuditTrail } from "./trail.ts";

/** Deletions without a call, because of a setting or time limit. */
type CleanupAction =
  | "cleanUpDeploymentBackups"
  | "cleanUpHost"
  | "cleanUpOutbox"
  | "cleanUpTransfers"
  | "cleanUpUploads";

/** Writes automatic deletions to the audit trail. Writes nothing if nothing was deleted. */
export type NoteCleanup = (action: CleanupAction, objects: readonly string[]) => Promise<void>;

/** Actor in the audit trail for changes without a caller. */
const actor = "service";

export function cleanupNotes({ note }: Pick<AuditTrail, "note">, changed: () => Promise<void>): NoteCleanup {
  return async (action, objects) => {
    if (objects.length === 0) return;
    const subject = { actor, action, objects: [...objects], address: "", userAgent: "", requestId: "" };
    await note(subject, { outcome: "done", error: null, objects: subject.objects });
    await changed();
  };
}
