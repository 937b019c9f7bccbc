import { timestamp } from "#shared/contract/scalars.ts";
import type { ProcessState } from "#shared/processes/contract.ts";
import type { Schedule, ScheduleRun } from "./contract.ts";
import type { RunRecord, ScheduleRecord } from "./record.ts";

/** Maximum delay of a run in milliseconds before it counts as missed. Stores sometimes deliver late. */
const lateMs = 15 * 60_000;
/** Delays in milliseconds after which a missing message is sent again, first and repeatedly. */
const messageLateMs = 2 * 60_000;
const messageLostMs = 5 * 60_000;

/** True if the time of a run passed while the service was down. */
export function isMissed(plannedAt: number, now: number): boolean {
  return now - plannedAt > lateMs;
}

/** True if the message about the next run seems to be lost. */
export function isOverdue({ nextAt, sentAgainAt }: ScheduleRecord, now: number): boolean {
  if (nextAt === null || nextAt > now - messageLateMs) return false;
  return sentAgainAt === null || sentAgainAt <= now - messageLostMs;
}

/** Returns a new run, planned or skipped. */
export function newRun(
  { missed }: Pick<ScheduleRecord, "missed">,
  plannedAt: number,
  { missedRuns, now }: { readonly missedRuns: number; readonly now: number },
): RunRecord {
  const isSkipped = missed === "skip" && isMissed(plannedAt, now);
  return {
    ...{ schema: 1, plannedAt, startedAt: null, isManual: false, missedRuns, processId: null, isTried: false },
    state: isSkipped ? "skipped" : "starting",
    reason: isSkipped ? `The service wasn't running at ${timestamp(plannedAt)}` : null,
  };
}

/** Formats a time for unique names, such as `20261121T013000Z`. */
export function momentOf(at: number): string {
  return timestamp(at).replace(/[-:]|\.\d+/g, "");
}

/** Converts a schedule for API responses. */
export function shownSchedule(
  record: ScheduleRecord,
  { nextRuns, lastRun }: { readonly nextRuns: readonly number[]; readonly lastRun: ScheduleRun | null },
): Schedule {
  const { id, name, isEnabled, timing, missed, actionKind, shownInput, savedBy } = record;
  return {
    ...{ id, name, isEnabled, timing, missed, savedBy, lastRun },
    action: { kind: actionKind, input: shownInput },
    nextRuns: nextRuns.map(timestamp),
    createdAt: timestamp(record.createdAt),
    updatedAt: timestamp(record.updatedAt),
  };
}

/** Converts a run for API responses. */
export function shownRun(run: RunRecord, processState: ProcessState | null): ScheduleRun {
  const { plannedAt, startedAt, state, isManual, missedRuns, processId, reason } = run;
  return {
    plannedAt: timestamp(plannedAt),
    startedAt: startedAt === null ? null : timestamp(startedAt),
    ...{ state, isManual, missedRuns, processId, processState, reason },
  };
}
