import * as z from "zod";
import type { Clock } from "#shared/ports/clock.ts";
import { LogLineRecord, type NewLine, type ProcessRecord } from "#shared/processes/record.ts";
import { isFinal } from "#shared/processes/rules.ts";
import { mostLinesAtOnce, type ProcessChange, type ProcessStore } from "#shared/processes/store.ts";
import { advanced, ended, leaseMs, released } from "./rules.ts";

/** What an owner that works on a process elsewhere reports of it. */
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
    .max(mostLinesAtOnce)
    .optional(),
  /** How many lines stand before these, of an owner that may have sent them before, under another fence. */
  linesBefore: z.int().min(0).optional(),
  /** The blob with what a program has put out. */
  toolLog: z.string().max(500).optional(),
  end: z
    .object({
      state: z.enum(["done", "doneWithErrors", "failed", "aborted", "crashed"]),
      reason: z.string().max(2000).nullable(),
      /** What it has come to, as JSON. */
      outcome: z.string().max(60_000).optional(),
    })
    .optional(),
});
export type Report = z.infer<typeof Report>;

/** `kept`: it waits for events that come before it. `known`: it was there already. `refused`: it is of an owner that has lost the process, or the process is at its end. */
export type Folding = "folded" | "kept" | "known" | "refused";

/** Folds what is reported from elsewhere into processes. */
export interface Reports {
  /**
   * Events of one owner (its fence) are numbered from 1. They may come doubled and in any order: each has its effect once, and
   * in the order of their numbers (A1).
   */
  fold(event: {
    readonly processId: number;
    readonly fence: number;
    readonly number: number;
    readonly report: Report;
  }): Promise<Folding>;
  /** Says that the owner lives, though it has nothing to tell. Answers whether it is to abort; undefined when it has lost the process. */
  renewLease(processId: number, fence: number): Promise<{ readonly isAbortRequested: boolean } | undefined>;
  /** The blob that was reported with what a program has put out. Undefined as long as none was. */
  toolLog(processId: number): Promise<string | undefined>;
  /** The owner was gone, is back, and has to be given the process again. Answers whether it still owns the process. */
  reclaim(processId: number, fence: number): Promise<boolean>;
}

interface ReportsDependencies {
  readonly store: Pick<ProcessStore, "get" | "change" | "parked">;
  readonly clock: Clock;
  readonly announce: (id: number) => Promise<void>;
  /** Puts a message about a process into the queue. */
  readonly enqueue: (id: number) => Promise<void>;
}

/** An event far ahead of the others is no disorder: something is lost, and its sender has to send it again. */
const mostAhead = 1_000;

export function reports({ store, clock, announce, enqueue }: ReportsDependencies): Reports {
  const foldParked = async (processId: number, fence: number): Promise<void> => {
    for (let number: number | undefined = await nextNumber(processId, fence); number !== undefined; ) {
      const turn = number;
      const event = await store.parked(processId, turn);
      if (event === undefined) return;
      const { fence: of, report } = ParkedEvent.parse(JSON.parse(event));
      await store.change(processId, (found) => {
        if (found.fence !== fence || found.foldedEvents !== turn - 1) return undefined;
        // One that an earlier owner has left behind says nothing about this one.
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

  /** Has what follows the end of a process done; again where its owner asks again: the service may have ended before it was under way. */
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
  return number <= record.foldedEvents + mostAhead ? "kept" : "refused";
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

/** A line that names no phase is of the one under way. */
function ofItsPhase({ phase, ...line }: NonNullable<Report["lines"]>[number]): NewLine {
  return phase === undefined ? line : { ...line, phase };
}

function withRenewedLease(record: ProcessRecord, now: number): ProcessRecord {
  return { ...record, leasedUntil: now + leaseMs };
}
