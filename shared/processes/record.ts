import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ProcessLogLine, ProcessState } from "./contract.ts";

/** Stored process. Timestamps are milliseconds since the epoch. */
export const ProcessRecord = storedRecord("processes/process", 1, {
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  objects: z.array(z.string()).default([]),
  state: ProcessState,
  phase: z.string().nullable(),
  phases: z.array(z.string()),
  phaseStartedAt: z.number().nullable(),
  /** Started phases with their start times. A repeated phase has several entries. */
  phaseRuns: z.array(z.object({ phase: z.string(), startedAt: z.number() })).default([]),
  done: z.int(),
  total: z.int().nullable(),
  unit: z.string().nullable(),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** Time of the last report. */
  saidAt: z.number(),
  startedBy: z.string(),
  /** Start time. Null: immediately. */
  startAt: z.number().nullable().default(null),
  waitingFor: z.string().nullable(),
  /** Time of the next check while the process waits, unless it is woken earlier. Null if it doesn't wait. */
  againAt: z.number().nullable().default(null),
  /** True while the process waits for the agent. */
  isForAgent: z.boolean().default(false),
  /** Number of completed steps since the last pause. */
  stepsInARow: z.int().default(0),
  reason: z.string().nullable(),
  canAbort: z.boolean(),
  /** True if its kind has follow-up work when it ends. */
  isFollowedUp: z.boolean().default(false),
  /** Result as JSON, if there is more than the state. */
  outcome: z.string().nullable().default(null),
  abortRequestedAt: z.number().nullable(),
  /** Input as JSON. Secrets in it are sealed. */
  input: z.string(),
  /** Position at which the next step continues, as JSON. Null for the first step. */
  checkpoint: z.string().nullable(),
  /** True if an owner outside the service, such as the agent, runs the process. Its progress is known only from the owner's events. */
  isElsewhere: z.boolean().default(false),
  /** Increases with every lease. Writes of earlier owners are rejected. */
  fence: z.int(),
  /** End of the lease. 0 if the process has no owner. */
  leasedUntil: z.number(),
  /** Number of leases since the last completed step. */
  attempts: z.int(),
  /** Time of the last message in the queue. Null if there is definitely none. */
  enqueuedAt: z.number().nullable(),
  /** Number of the last folded event from elsewhere. */
  foldedEvents: z.int(),
  /** Number of log lines from owners elsewhere, under any fence. */
  heardLines: z.int().default(0),
  logLines: z.int(),
  /** Blob with the output of a program. */
  toolLog: z.string().nullable(),
  expiresAt: z.number().nullable(),
});
export type ProcessRecord = Readonly<z.infer<typeof ProcessRecord>>;

/** Stored line of a process's log. */
export const LogLineRecord = storedRecord("processes/log-line", 1, {
  at: z.number(),
  level: ProcessLogLine.shape.level,
  text: z.string(),
  phase: z.string().nullable().default(null),
});
export type LogLineRecord = Readonly<z.infer<typeof LogLineRecord>>;

/** Line to add to a log. Default phase: the current one. */
export type NewLine = Pick<LogLineRecord, "level" | "text"> & { readonly phase?: string | null };
