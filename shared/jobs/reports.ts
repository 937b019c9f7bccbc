import * as z from "zod";
import type { Clock } from "#shared/ports/clock.ts";
import {
  isFinal,
  LogLineRecord,
  maxLinesAtOnce,
  type NewLine,
  type ProcessChange,
  type ProcessRecord,
  type ProcessStore,
} from "#shared/processes/api.ts";
import { advanced, ended, leaseMs, released } from "./rules.ts";

/** Report of an owner that works on a process elsewhere. */
export const Report = z.object({
  progress: z
    .object({
      phase: z.string().max(200),
      done: z.int().min(0),
      total: z.int().min(0).nullable(),
      unit: z.string().max(50).nullable(),
    })
    .partial()
    .optional(),
  lines: z
    .array(LogLineRecord.pick({ level: true, text: true }).extend({ phase: z.string().max(200).optional() }))
    .max(maxLinesAtOnce)
    .optional(),
  /** Number of lines before these. The owner may have sent some of them before, under another fence. */
  linesBefore: z.int().min(0).optional(),
  /** Blob with the output of a program. */
  toolLog: z.string().max(500).optional(),
  end: z
    .object({
      state: z.enum(["done", "doneWithErrors", "failed", "aborted", "crashed"]),
      reason: z.string().max(2000).nullable(),
      /** Result as JSON. */
      outcome: z.string().max(60_000).optional(),
    })
    .optional(),
});
export type Report = z.infer<typeof Report>;

/**
 * Result of folding an event. `kept`: waits for earlier events. `known`: was folded before. `refused`: its owner has lost the process, or
 * the process has ended.
 */
export type Folding = "folded" | "kept" | "known" | "refused";

/** Folds reports from elsewhere into processes. */
export interface Reports {
  /**
   * Folds an event. Events of one owner (its fence) are numbered from 1. They can arrive twice and in any order: each takes effect once, in
   * the order of the numbers.
   */
  fold(event: {
    readonly processId: number;
    readonly fence: number;
    readonly number: number;
    readonly report: Report;
  }): Promise<Folding>;
  /**
   * Renews the lease of an owner that has nothing to report. Returns whether the process must abort, or undefined if the owner has
   * lost the process.
   */
  renewLease(processId: number, fence: number): Promise<{ readonly isAbortRequested: boolean } | undefined>;
  /** Returns the reported blob with the output of a program. Undefined if there is none yet. */
  toolLog(processId: number): Promise<string | undefined>;
  /** Prepares the process for an owner that was gone and must receive it again. Returns true if it still owns the process. */
  reclaim(processId: number, fence: number): Promise<boolean>;
}

interface ReportsDependencies {
  readonly store: Pick<ProcessStore, "get" | "change" | "parked">;
  readonly clock: Clock;
  readonly announce: (id: number) => Promise<void>;
  /** Sends a message about a process to the queue. */
  readonly enqueue: (id: number) => Promise<void>;
}

/**
 * Maximum distance of an event from the last folded one. Beyond it, events were lost rather than reordered, and the sender must send them
 * again.
 */
const maxAhead = 1_000;

export function reports({ store, clock, announce, enqueue }: ReportsDependencies): Reports {
  const foldParked = async (processId: number, fence: number): Promise<void> => {
    for (let number: number | undefined = await nextNumber(processId, fence); number !== undefined; ) {
      const turn = number;
      const event = await store.parked(processId, turn);
      if (event === undefined) return;
      const { fence: of, report } = ParkedEvent.parse(JSON.parse(event));
      await store.change(processId, (found) => {
        if (found.fence !== fence || found.foldedEvents !== turn - 1) return undefined;
        // Events of an earlier owner don't apply to this one.
        if (of !== fence) return { record: found, unparked: turn };
        return { ...folded(found, turn, report, clock.now()), unparked: turn };
      });
      if (of !== fence) return;
      number = await nextNumber(processId, fence);
    }
  };

  const nextNumber = async (processId: number, fence: number): Promise<number | undefined> => {
    let next: number | undefined;
    await store.change(processId, (found) => {
      next = found.fence === fence ? found.foldedEvents + 1 : undefined;
      return undefined;
    });
    return next;
  };

  /** Starts the follow-up of an ended process. Repeated when its owner asks again, because the service may have stopped before it began. */
  const followUp = async (processId: number, fence: number): Promise<void> => {
    const record = await store.get(processId);
    if (record?.fence === fence && record.isFollowedUp && record.endedAt !== null) await enqueue(processId);
  };

  return {
    async fold({ processId, fence, number, report }) {
      let folding = "refused" as Folding;
      await store.change(processId, (found) => {
        folding = foldingOf(found, fence, number);
        if (folding === "folded") return folded(found, number, report, clock.now());
        if (folding === "kept") {
          const event = JSON.stringify({ fence, report });
          return { record: withRenewedLease(found, clock.now()), parked: { number, event } };
        }
        return undefined;
      });
      if (folding === "folded") {
        await foldParked(processId, fence);
        await announce(processId);
      }
      if (folding !== "kept") await followUp(processId, fence);
      return folding;
    },

    async renewLease(processId, fence) {
      let isMine = false;
      const record = await store.change(processId, (found) => {
        isMine = found.fence === fence;
        return isMine ? { record: withRenewedLease(found, clock.now()) } : undefined;
      });
      if (!isMine || record === undefined || isFinal(record.state)) {
        await followUp(processId, fence);
        return undefined;
      }
      return { isAbortRequested: record.abortRequestedAt !== null };
    },

    toolLog: async (processId) => (await store.get(processId))?.toolLog ?? undefined,

    async reclaim(processId, fence) {
      let isMine = false;
      const record = await store.change(processId, (found) => {
        isMine = found.fence === fence;
        return isMine && found.leasedUntil > 0 ? { record: released(found, null, clock.now()) } : undefined;
      });
      if (!isMine || record === undefined || isFinal(record.state)) {
        await followUp(processId, fence);
        return false;
      }
      if (record.enqueuedAt === null) await enqueue(processId);
      return true;
    },
  };
}

const ParkedEvent = z.object({ fence: z.int(), report: Report });

function foldingOf(record: ProcessRecord, fence: number, number: number): Folding {
  if (record.fence !== fence || record.leasedUntil === 0) return "refused";
  if (number <= record.foldedEvents) return "known";
  if (number === record.foldedEvents + 1) return "folded";
  return number <= record.foldedEvents + maxAhead ? "kept" : "refused";
}

function folded(record: ProcessRecord, number: number, report: Report, now: number): ProcessChange {
  const { progress = {}, lines: reported = [], linesBefore, toolLog, end } = report;
  const lines = linesBefore === undefined ? reported : reported.slice(Math.max(0, record.heardLines - linesBefore));
  const receivedLines =
    linesBefore === undefined ? record.heardLines : Math.max(record.heardLines, linesBefore + reported.length);
  const { phase, done, total, unit } = progress;
  const changes = {
    ...(phase !== undefined && { phase }),
    ...(done !== undefined && { done }),
    ...(total !== undefined && { total }),
    ...(unit !== undefined && { unit }),
  };
  const next = {
    ...advanced(record, changes, now),
    ...{ foldedEvents: number, heardLines: receivedLines, toolLog: toolLog ?? record.toolLog },
  };
  if (end === undefined) return { record: next, lines: lines.map(ofItsPhase) };
  return {
    record: { ...ended(next, end.state, end.reason, now), outcome: end.outcome ?? null },
    lines: lines.map(ofItsPhase),
  };
}

/** Adds the phase to a log line. Lines without a phase belong to the current one. */
function ofItsPhase({ phase, ...line }: NonNullable<Report["lines"]>[number]): NewLine {
  return phase === undefined ? line : { ...line, phase };
}

function withRenewedLease(record: ProcessRecord, now: number): ProcessRecord {
  return { ...record, leasedUntil: now + leaseMs };
}
