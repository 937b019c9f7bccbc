import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Log } from "#shared/ports/log.ts";
import type { AuditEnd, AuditSubject } from "./record.ts";
import { shownObjects, shownText } from "./rules.ts";
import { type AuditStore, auditKey } from "./store.ts";

/** Writes the audit trail. */
export interface AuditTrail {
  /**
   * Records that a change is about to begin. Returns the function to call with its outcome. A change that can't be recorded must not be
   * made, so errors are thrown.
   * @throws StoreUnavailable, StoreFull
   */
  begin(subject: AuditSubject): Promise<(end: AuditEnd) => Promise<void>>;
  /** Records a change that was already made. If it can't be written, it is logged. */
  note(subject: AuditSubject, end: AuditEnd): Promise<void>;
}

interface AuditTrailDependencies {
  readonly store: Pick<AuditStore, "put" | "end">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Pick<Log, "error">;
}

export function auditTrail({ store, clock, ids, log }: AuditTrailDependencies): AuditTrail {
  /**
   * Logs an entry that couldn't be written. The response to the call is already final, and readers of the trail must be able to find the
   * entry in the log.
   */
  const loggingFailure = async (subject: AuditSubject, end: AuditEnd, write: Promise<void>): Promise<void> => {
    try {
      await write;
    } catch (thrown) {
      const { actor, action, requestId, address } = subject;
      const { outcome, error } = end;
      const line = { actor, action, requestId, address, outcome, error: error ?? undefined };
      log.error({ event: "audit_failed", ...line, objects: end.objects.join(" "), reason: reasonOf(thrown) });
    }
  };

  const recordOf = (subject: AuditSubject, { outcome, error, objects }: AuditEnd) => {
    const at = clock.now();
    const { actor, action, requestId, address, userAgent } = subject;
    return {
      schema: 1 as const,
      at,
      actor: shownText(actor),
      action,
      objects: shownObjects(objects),
      outcome,
      error,
      address,
      userAgent: shownText(userAgent),
      requestId,
      count: 1,
      lastAt: at,
    };
  };

  return {
    async begin(subject) {
      const record = recordOf(subject, { outcome: "begun", error: null, objects: subject.objects });
      const key = auditKey(record.at, ids.uuid());
      await store.put(key, record);
      return (end) => {
        const ended = { ...end, objects: shownObjects(end.objects) };
        return loggingFailure(subject, ended, store.end(key, ended));
      };
    },

    async note(subject, end) {
      const record = recordOf(subject, end);
      await loggingFailure(
        subject,
        { ...end, objects: record.objects },
        store.put(auditKey(record.at, ids.uuid()), record),
      );
    },
  };
}
