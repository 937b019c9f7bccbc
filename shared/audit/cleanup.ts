import type { AuditTrail } from "./trail.ts";

/** What is deleted without a call, since a setting or a time limit says so. */
type CleanupAction =
  | "cleanUpDeploymentBackups"
  | "cleanUpHost"
  | "cleanUpOutbox"
  | "cleanUpTransfers"
  | "cleanUpUploads";

/** Writes into the audit trail what was deleted so. Nothing is written where nothing was. */
export type NoteCleanup = (action: CleanupAction, objects: readonly string[]) => Promise<void>;

/** Who the audit trail names where nobody has called. */
const actor = "service";

export function cleanupNotes({ note }: Pick<AuditTrail, "note">, changed: () => Promise<void>): NoteCleanup {
  return async (action, objects) => {
    if (objects.length === 0) return;
    const subject = { actor, action, objects: [...objects], address: "", userAgent: "", requestId: "" };
    await note(subject, { outcome: "done", error: null, objects: subject.objects });
    await changed();
  };
}
