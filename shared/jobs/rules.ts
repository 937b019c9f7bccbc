import { timestamp } from "#shared/contract/scalars.ts";
import type { ProcessState } from "#shared/processes/contract.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import type { JobPlan, Progress } from "./job-kind.ts";

/** Clocks of two hosts differ by less. A lease further ahead than one that is taken now is of a clock that was ahead, or was set back since. */
const clockMarginMs = 10_000;
/** After so long without a report from its owner a process counts as abandoned (R6.3). */
export const leaseMs = 60_000;
/** Leases of one step without an end, or deliveries of one message, after which it is given up (R6.4). */
export const mostAttempts = 5;
/** A process that was not announced for so long is put into the queue again (R6.1). */
const requeueAfterMs = 60_000;
/** A message that was not taken for so long may be lost, or its consumer died before it began. Another one does no harm. */
const messageLostMs = 5 * 60_000;

/** No queue holds a message back for so long before it comes. */
const mostAheadMs = 20 * 60_000;

interface AcceptedJob {
  readonly plan: JobPlan;
  readonly input?: unknown;
  readonly startedBy: string;
  readonly startAt?: number | null | undefined;
}

/** A process as it is accepted. */
export function acceptedProcess(
  id: number,
  { plan, input, startedBy, startAt = null }: AcceptedJob,
  now: number,
): ProcessRecord {
  const { kind, title, phases, canAbort, isFollowedUp = false } = plan;
  return {
    schema: 1,
    id,
    kind,
    title,
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
    waitingFor: startAt === null ? null : `its start at ${timestamp(startAt)}`,
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

/** What is to be done with an open process that a message is about. */
export type LeaseDecision = "early" | "leased" | "take" | "abort" | "crash" | "give up";

export function leaseDecision(record: ProcessRecord, isRepeatable: boolean, now: number): LeaseDecision {
  if ((record.startAt ?? 0) > now) return "early";
  if (isLeased(record, now)) return "leased";
  // A lease that ran out: its owner died in the middle of a step.
  if (record.leasedUntil > 0 && !isRepeatable) return "crash";
  // An owner elsewhere is notified, and reports what comes of it.
  if (record.abortRequestedAt !== null && !record.isElsewhere) return "abort";
  return record.attempts >= mostAttempts ? "give up" : "take";
}

function isLeased({ leasedUntil }: ProcessRecord, now: number): boolean {
  return leasedUntil > now && leasedUntil <= now + leaseMs + clockMarginMs;
}

/** The process with its next owner. */
export function taken(record: ProcessRecord, now: number): ProcessRecord {
  return {
    ...record,
    state: "running",
    startedAt: record.startedAt ?? now,
    waitingFor: null,
    fence: record.fence + 1,
    attempts: record.attempts + 1,
    leasedUntil: now + leaseMs,
    saidAt: now,
    // The next owner's reports are counted from zero.
    foldedEvents: 0,
  };
}

/** The process without an owner, for the next one to take it: from a message that comes at `enqueuedAt`, or that is still to be sent. */
export function released(record: ProcessRecord, enqueuedAt: number | null, now: number): ProcessRecord {
  return { ...record, leasedUntil: 0, enqueuedAt, saidAt: now };
}

/** The process at its end. What it was about is not needed any more, nor are the secrets in that. */
export function ended(record: ProcessRecord, state: ProcessState, reason: string | null, now: number): ProcessRecord {
  return { ...record, state, reason, endedAt: now, saidAt: now, leasedUntil: 0, waitingFor: null, input: "null" };
}

/** The process as far as it is by now. Its owner is alive. */
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

/** How many phases are remembered: work may go to and fro between them. */
const mostPhaseRuns = 200;

function begun({ phaseRuns }: ProcessRecord, phase: string | null, now: number) {
  const runs = phase === null ? phaseRuns : [...phaseRuns, { phase, startedAt: now }].slice(-mostPhaseRuns);
  return { phase, phaseStartedAt: now, phaseRuns: runs };
}

/** Whether an open process needs a message: it has none for sure, its owner is gone, or its message was lost. */
export function isForgotten(record: ProcessRecord, now: number): boolean {
  const { saidAt, enqueuedAt, leasedUntil } = record;
  if (isLeased(record, now)) return false;
  // Of a clock that was set back: the queue holds the message for as long as that was.
  if (enqueuedAt !== null && enqueuedAt > Math.max(now, record.startAt ?? 0) + mostAheadMs) return true;
  if (leasedUntil > 0) return enqueuedAt === null || enqueuedAt <= Math.max(leasedUntil, now - requeueAfterMs);
  return enqueuedAt === null ? saidAt <= now - requeueAfterMs : enqueuedAt <= now - messageLostMs;
}

/** How long a step that failed is left alone. Seconds. */
export function backoffSeconds(attempts: number): number {
  return Math.min(300, 5 * 3 ** Math.max(0, attempts - 1));
}
