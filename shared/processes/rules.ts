import { ServiceError } from "#shared/contract/errors.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { withoutKeys } from "#shared/contract/values/api-key.ts";
import type { Process, ProcessLogLine, ProcessState } from "./contract.ts";
import type { LogLineRecord, NewLine, ProcessRecord } from "./record.ts";

const longestText = 2_000;
/** Maximum time until the start in milliseconds: one leap year. */
const maxAheadMs = 366 * 24 * 60 * 60_000;

/** Filter for the list. Timestamps are milliseconds since the epoch. */
export interface ProcessFilter {
  readonly state?: ProcessState | "open" | "final" | undefined;
  readonly kind?: string | undefined;
  readonly text?: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** True if a process never leaves this state. */
export function isFinal(state: ProcessState): boolean {
  return state !== "queued" && state !== "running";
}

/**
 * Returns the start time in milliseconds since the epoch. Undefined: immediately.
 * @throws ServiceError input_invalid if it is in the past, or more than a year ahead
 */
export function startOf(startAt: string | undefined, now: number): number | undefined {
  if (startAt === undefined) return undefined;
  const at = Date.parse(startAt);
  if (at <= now) throw new ServiceError("input_invalid", { text: "`startAt`: must be in the future" });
  if (at > now + maxAheadMs)
    throw new ServiceError("input_invalid", { text: "`startAt`: must be within the next year" });
  return at;
}

/** True if a process matches the filter. */
export function matches(record: ProcessRecord, { state, kind, text, from, to }: ProcessFilter): boolean {
  return (
    record.createdAt >= from &&
    record.createdAt < to &&
    (state === undefined || isIn(record.state, state)) &&
    (kind === undefined || record.kind === kind) &&
    (text === undefined || contains(record, text.toLowerCase()))
  );
}

function isIn(state: ProcessState, wanted: NonNullable<ProcessFilter["state"]>): boolean {
  if (wanted === "open") return !isFinal(state);
  return wanted === "final" ? isFinal(state) : state === wanted;
}

function contains({ title, kind, phase, reason, startedBy }: ProcessRecord, text: string): boolean {
  return [title, kind, phase, reason, startedBy].some((field) => field?.toLowerCase().includes(text) === true);
}

/** Converts a process for API responses. */
export function shownProcess(record: ProcessRecord, now: number): Process {
  const { id, kind, title, state, phase, phases, done, total, unit, startedBy, waitingFor, reason, canAbort } = record;
  return {
    id,
    kind,
    title,
    objects: [...record.objects],
    state,
    phase,
    phases: [...phases],
    done,
    total,
    unit,
    phaseRuns: shownRuns(record),
    etaSeconds: etaSeconds(record, now),
    createdAt: timestamp(record.createdAt),
    startAt: record.startAt === null ? null : timestamp(record.startAt),
    startedAt: record.startedAt === null ? null : timestamp(record.startedAt),
    endedAt: record.endedAt === null ? null : timestamp(record.endedAt),
    startedBy,
    waitingFor,
    reason,
    canAbort: canAbort && !isFinal(state),
    isAbortRequested: record.abortRequestedAt !== null,
    logLines: record.logLines,
    hasToolLog: record.toolLog !== null,
  };
}

/** Returns the started phases. Each ends when the next begins, and the last with the process. */
function shownRuns({ phaseRuns, endedAt }: ProcessRecord): Process["phaseRuns"] {
  return phaseRuns.map(({ phase, startedAt }, index) => {
    const end = phaseRuns[index + 1]?.startedAt ?? endedAt;
    return { phase, startedAt: timestamp(startedAt), endedAt: end === null ? null : timestamp(end) };
  });
}

/** Estimates the rest of the phase in seconds from its speed so far. Null if unknown. */
export function etaSeconds(record: ProcessRecord, now: number): number | null {
  const { state, phaseStartedAt, saidAt, done, total } = record;
  if (state !== "running" || phaseStartedAt === null || total === null || done < 1) return null;
  const passed = Math.max(0, saidAt - phaseStartedAt);
  const remainingMs = (passed / done) * Math.max(0, total - done) - Math.max(0, now - saidAt);
  return Math.max(0, Math.round(remainingMs / 1000));
}

/** Converts a log line for API responses. */
export function shownLine(position: number, { at, level, text, phase }: LogLineRecord): ProcessLogLine {
  return { position, at: timestamp(at), level, text, phase };
}

/** Returns a line that is safe to store: without anything that looks like a key, and with limited length. */
export function keptLine({ level, text, ...rest }: NewLine): NewLine {
  const kept = withoutKeys(text.replace(/[\p{Cc}\p{Cf}]/gu, " ").slice(0, longestText)).toWellFormed();
  return { level, text: kept, ...rest };
}
