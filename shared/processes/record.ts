import * as z from "zod";
import { ProcessLogLine, ProcessState } from "./contract.ts";

/** A process as stored. Moments are milliseconds since the epoch. */
export const ProcessRecord = z.object({
  schema: z.literal(1),
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  state: ProcessState,
  phase: z.string().nullable(),
  phases: z.array(z.string()),
  phaseStartedAt: z.number().nullable(),
  /** The phases that were begun, and when. One that is begun again stands here again. */
  phaseRuns: z.array(z.object({ phase: z.string(), startedAt: z.number() })).default([]),
  done: z.int(),
  total: z.int().nullable(),
  unit: z.string().nullable(),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** When anything of it was last said. */
  saidAt: z.number(),
  startedBy: z.string(),
  /** When it is to start; null: at once. */
  startAt: z.number().nullable().default(null),
  waitingFor: z.string().nullable(),
  reason: z.string().nullable(),
  canAbort: z.boolean(),
  /** Its kind has something to do once it is at its end. */
  isFollowedUp: z.boolean().default(false),
  /** What it has come to, as JSON, where there is more to say than the state. */
  outcome: z.string().nullable().default(null),
  abortRequestedAt: z.number().nullable(),
  /** What the work is about, as JSON. Secrets in it are sealed. */
  input: z.string(),
  /** Where the next step takes it up, as JSON; null for the first. */
  checkpoint: z.string().nullable(),
  /** An owner that reports by events has it, even while no event comes: only that owner knows how far it is. */
  isElsewhere: z.boolean().default(false),
  /** Grows with every lease: what an earlier owner writes is refused (R6.2). */
  fence: z.int(),
  /** Until when its owner is believed to live; 0 while it has none. */
  leasedUntil: z.number(),
  /** Leases since the last step that came to its end. */
  attempts: z.int(),
  /** When a message for it was last put into the queue; null when none was for sure. */
  enqueuedAt: z.number().nullable(),
  /** Up to which number events from elsewhere are folded in. */
  foldedEvents: z.int(),
  /** How many lines of an owner elsewhere are in the log, under whatever fence they came. */
  heardLines: z.int().default(0),
  logLines: z.int(),
  /** The blob with what a program has put out. */
  toolLog: z.string().nullable(),
  expiresAt: z.number().nullable(),
});
export type ProcessRecord = Readonly<z.infer<typeof ProcessRecord>>;

/** A line of a process's log as stored. */
export const LogLineRecord = z.object({
  schema: z.literal(1),
  at: z.number(),
  level: ProcessLogLine.shape.level,
  text: z.string(),
  phase: z.string().nullable().default(null),
});
export type LogLineRecord = Readonly<z.infer<typeof LogLineRecord>>;

/** A line on its way into a log. Without a phase it is of the one under way. */
export type NewLine = Pick<LogLineRecord, "level" | "text"> & { readonly phase?: string | null };
