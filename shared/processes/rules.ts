import { withoutKeys } from "../contract/key-value.ts";
import { timestamp } from "../contract/scalars.ts";
import type { Process, ProcessLogLine, ProcessState } from "./contract.ts";
import type { LogLineRecord, NewLine, ProcessRecord } from "./record.ts";

const longestText = 2_000;

/** What a person looks for in the list. Moments are milliseconds since the epoch. */
export interface ProcessFilter {
  readonly state?: ProcessState | "open" | "final" | undefined;
  readonly kind?: string | undefined;
  readonly text?: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** Whether a state is one that is never left. */
export function isFinal(state: ProcessState): boolean {
  return state !== "queued" && state !== "running";
}

/** Whether a process is one of those that are looked for. */
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

/** A process as it is read. */
export function shownProcess(record: ProcessRecord, now: number): Process {
  const { id, kind, title, state, phase, phases, done, total, unit, startedBy, waitingFor, reason, canAbort } = record;
  return {
    id,
    kind,
    title,
    state,
    phase,
    phases: [...phases],
    done,
    total,
    unit,
    etaSeconds: etaSeconds(record, now),
    createdAt: timestamp(record.createdAt),
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

/** What is left of the phase, as fast as it went so far. */
export function etaSeconds(record: ProcessRecord, now: number): number | null {
  const { state, phaseStartedAt, saidAt, done, total } = record;
  if (state !== "running" || phaseStartedAt === null || total === null || done < 1) return null;
  const passed = Math.max(0, saidAt - phaseStartedAt);
  const left = (passed / done) * Math.max(0, total - done) - Math.max(0, now - saidAt);
  return Math.max(0, Math.round(left / 1000));
}

/** A line of a log as it is read. */
export function shownLine(position: number, { at, level, text }: LogLineRecord): ProcessLogLine {
  return { position, at: timestamp(at), level, text };
}

/** A line as it may be kept: without anything that looks like a key, and no longer than a person reads. */
export function keptLine({ level, text }: NewLine): NewLine {
  return { level, text: withoutKeys(text.replace(/[\p{Cc}\p{Cf}]/gu, " ").slice(0, longestText)).toWellFormed() };
}
