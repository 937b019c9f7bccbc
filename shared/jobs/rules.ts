import { timestamp } from "#shared/contract/scalars.ts";
import type { ProcessRecord } from "#shared/processes/api.ts";
import type { ProcessState } from "#shared/processes/contract.ts";
import type { JobPlan, Progress } from "./job-kind.ts";

/**
 * Maximum difference between the clocks of two hosts, in milliseconds. A lease that is further ahead is from a clock that was ahead, or was
 * set back since.
 */
const clockMarginMs = 10_000;
/** Time in milliseconds without a report after which a process counts as abandoned. */
export const leaseMs = 60_000;
/** Maximum number of leases of an unfinished step, and of deliveries of a message, before it is given up. */
export const maxAttempts = 5;
/** Time in milliseconds after which a process without a message is enqueued again. */
const requeueAfterMs = 60_000;
/**
 * Time in milliseconds after which a message counts as lost: it may be, or its consumer died before it began. A second message is harmless.
 */
const messageLostMs = 5 * 60_000;

/** Time in milliseconds that is longer than any queue delays a message. */
const maxAheadMs = 20 * 60_000;

interface AcceptedJob {
  readonly plan: JobPlan;
  readonly input?: unknown;
  readonly startedBy: string;
  readonly startAt?: number | null | undefined;
}

/** Returns the record of an accepted process. */
export function acceptedProcess(
  id: number,
  { plan, input, startedBy, startAt = null }: AcceptedJob,
  now: number,
): ProcessRecord {
  const { kind, title, phases, canAbort, objects = [], isFollowedUp = false } = plan;
  return {
    schema: 1,
    id,
    kind,
    title,
    objects: [...objects],
    state: "queued",
    phase: null,
    phases: [...phases],
    phaseStartedAt: null,
    phaseRuns: [],
    done: 0,
    total: null,
    unit: null,
    createdAt: now,
    startedAt: null,
    endedAt: null,
    saidAt: now,
    startedBy,
    startAt,
    waitingFor: startAt === null ? null : `the scheduled start at ${timestamp(startAt)}`,
    againAt: null,
    isForAgent: false,
    stepsInARow: 0,
    reason: null,
    canAbort,
    isFollowedUp,
    outcome: null,
    abortRequestedAt: null,
    input: JSON.stringify(input ?? null),
    checkpoint: null,
    isElsewhere: false,
    fence: 0,
    leasedUntil: 0,
    attempts: 0,
    enqueuedAt: null,
    foldedEvents: 0,
    heardLines: 0,
    logLines: 0,
    toolLog: null,
    expiresAt: null,
  };
}

/** Decision about an open process when a message about it arrives. */
export type LeaseDecision = "early" | "waiting" | "leased" | "take" | "abort" | "crash" | "give up";

export function leaseDecision(record: ProcessRecord, isRepeatable: boolean, now: number): LeaseDecision {
  if ((record.startAt ?? 0) > now) return "early";
  if (isWaiting(record, now)) return "waiting";
  if (isLeased(record, now)) return "leased";
  // The lease expired, so its owner died during a step.
  if (record.leasedUntil > 0 && !isRepeatable) return "crash";
  // An owner elsewhere is notified, and reports the result.
  if (record.abortRequestedAt !== null && !record.isElsewhere) return "abort";
  return record.attempts >= maxAttempts ? "give up" : "take";
}

/**
 * True if a waiting process has a later message, and wasn't woken. Otherwise the message of a check that was due before a wake would start
 * checks of its own.
 */
function isWaiting({ againAt }: ProcessRecord, now: number): boolean {
  return againAt !== null && againAt > now + clockMarginMs && againAt <= now + maxAheadMs;
}

function isLeased({ leasedUntil }: ProcessRecord, now: number): boolean {
  return leasedUntil > now && leasedUntil <= now + leaseMs + clockMarginMs;
}

/** Returns the process with its next owner. */
export function taken(record: ProcessRecord, now: number): ProcessRecord {
  return {
    ...record,
    state: "running",
    startedAt: record.startedAt ?? now,
    waitingFor: null,
    againAt: null,
    isForAgent: false,
    fence: record.fence + 1,
    attempts: record.attempts + 1,
    leasedUntil: now + leaseMs,
    saidAt: now,
    // Reports of the next owner are counted from zero.
    foldedEvents: 0,
  };
}

/** Returns the process without an owner, ready for the next one. `enqueuedAt`: arrival of its message; null if that isn't sent yet. */
export function released(record: ProcessRecord, enqueuedAt: number | null, now: number): ProcessRecord {
  return { ...record, leasedUntil: 0, enqueuedAt, saidAt: now };
}

/** Returns the released process that waits until `againAt`. */
export function paused(
  record: ProcessRecord,
  { waitingFor, isForAgent = false }: { readonly waitingFor: string; readonly isForAgent?: boolean | undefined },
  againAt: number,
  now: number,
): ProcessRecord {
  const pause = { waitingFor, againAt, isForAgent, stepsInARow: 0, attempts: 0 };
  return { ...released(record, null, now), state: "queued", ...pause };
}

/** Maximum number of steps without a pause. More than any work needs, and few enough that work that never ends costs little. */
const maxStepsInARow = 200;
const restSeconds = 60;

/** Returns the delay in seconds before the next step. */
export function restAfter({ stepsInARow }: Pick<ProcessRecord, "stepsInARow">): number {
  return stepsInARow < maxStepsInARow ? 0 : restSeconds;
}

/** Returns the ended process. Its input is deleted with the secrets in it. */
export function ended(record: ProcessRecord, state: ProcessState, reason: string | null, now: number): ProcessRecord {
  return { ...record, state, reason, endedAt: now, saidAt: now, leasedUntil: 0, waitingFor: null, input: "null" };
}

/** Returns the process with new progress, which proves that its owner is alive. */
export function advanced(record: ProcessRecord, progress: Progress, now: number): ProcessRecord {
  const isNewPhase = progress.phase !== undefined && progress.phase !== record.phase;
  const before = isNewPhase
    ? { ...record, ...begun(record, progress.phase ?? null, now), done: 0, total: null, unit: null }
    : { ...record, phaseStartedAt: record.phaseStartedAt ?? now };
  return {
    ...before,
    ...(progress.done !== undefined && { done: progress.done }),
    ...(progress.total !== undefined && { total: progress.total }),
    ...(progress.unit !== undefined && { unit: progress.unit }),
    leasedUntil: now + leaseMs,
    saidAt: now,
  };
}

/** Maximum number of phases in the record. Work can alternate between phases. */
const maxPhaseRuns = 200;

function begun({ phaseRuns }: ProcessRecord, phase: string | null, now: number) {
  const runs = phase === null ? phaseRuns : [...phaseRuns, { phase, startedAt: now }].slice(-maxPhaseRuns);
  return { phase, phaseStartedAt: now, phaseRuns: runs };
}

/** True if an open process needs a message: it has none, its owner is gone, or its message was lost. */
export function isForgotten(record: ProcessRecord, now: number): boolean {
  const { saidAt, enqueuedAt, leasedUntil } = record;
  if (isLeased(record, now)) return false;
  // From a clock that was set back: the queue delays the message by that time.
  if (enqueuedAt !== null && enqueuedAt > Math.max(now, record.startAt ?? 0) + maxAheadMs) return true;
  if (leasedUntil > 0) return enqueuedAt === null || enqueuedAt <= Math.max(leasedUntil, now - requeueAfterMs);
  return enqueuedAt === null ? saidAt <= now - requeueAfterMs : enqueuedAt <= now - messageLostMs;
}

/** Returns the delay in seconds before a failed step is repeated. */
export function backoffSeconds(attempts: number): number {
  return Math.min(300, 5 * 3 ** Math.max(0, attempts - 1));
}
