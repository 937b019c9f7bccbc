import * as z from "zod";
import { DrillOutcome, UpkeepOutcome } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ProcessState } from "#shared/processes/contract.ts";

/** Target of an external container folder. Null: the same as for the backups. */
const ContainerRecord = z.object({
  isIncluded: z.boolean(),
  differs: z.boolean().nullable(),
  remote: z.string().nullable(),
  bucket: z.string().nullable(),
  path: z.string().nullable(),
});
export type ContainerRecord = Readonly<z.infer<typeof ContainerRecord>>;

/** Schedule of FileMaker Server, as the host last reported it. */
const SeenRecord = z.object({
  state: z.enum(["there", "missing", "unknown"]),
  isEnabled: z.boolean(),
  nextRunAt: z.number().nullable(),
  lastError: z.int(),
});

/** Run of a schedule. Numbers are null until the result is known. */
export const RunRecord = storedRecord("backups/schedules/run", 1, {
  processId: z.int(),
  scheduleId: z.string(),
  folder: z.string().nullable(),
  layout: z.enum(["files", "blocks"]).default("files"),
  /** Snapshot of the run, in the blocks layout. */
  snapshot: z.string().nullable().default(null),
  startedBy: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  state: ProcessState.nullable(),
  reason: z.string().nullable(),
  figures: z.object({ files: z.int(), bytes: z.int(), sentFiles: z.int(), sentBytes: z.int() }).nullable(),
});
export type RunRecord = Readonly<z.infer<typeof RunRecord>>;

/** Drill: a backup was restored to a temporary place, verified and deleted again. */
export const DrillRecord = z.object({
  processId: z.int(),
  backup: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  state: ProcessState.nullable(),
  reason: z.string().nullable(),
  files: z.array(z.object({ file: z.string(), fault: z.string().nullable(), isChecked: z.boolean() })),
  containers: DrillOutcome.shape.containers,
});
export type DrillRecord = Readonly<z.infer<typeof DrillRecord>>;

/** Retention of snapshots. */
const RetentionRecord = z.object({
  allDays: z.int(),
  dailyDays: z.int(),
  monthlyMonths: z.int(),
  repackBelowPercent: z.int(),
  billedDays: z.int(),
});
export type RetentionRecord = Readonly<z.infer<typeof RetentionRecord>>;

/** Upkeep of a set: prune, verify or repair. */
const UpkeepRecord = z.object({
  processId: z.int(),
  work: z.array(z.enum(["prune", "verify", "repair"])),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  state: ProcessState.nullable(),
  reason: z.string().nullable(),
  outcome: UpkeepOutcome.nullable(),
});
export type UpkeepRecord = Readonly<z.infer<typeof UpkeepRecord>>;

/** Stored schedule of offsite backups. Timestamps are milliseconds since the epoch. */
export const OffsiteScheduleRecord = storedRecord("backups/schedules/offsite-schedule", 1, {
  /** Id of FileMaker Server's schedule that makes the backups. */
  id: z.string(),
  name: z.string(),
  remote: z.string(),
  bucket: z.string(),
  path: z.string(),
  containers: z.tuple([ContainerRecord, ContainerRecord]),
  isZipped: z.boolean(),
  layout: z.enum(["files", "blocks"]).default("files"),
  /** Set that contains the snapshots, in the blocks layout. */
  set: z.string().nullable().default(null),
  /** Null: all snapshots are kept. */
  retention: RetentionRecord.nullable().default(null),
  lastUpkeep: UpkeepRecord.nullable().default(null),
  /** Last pack that was read, and when a read of all packs was last complete. */
  verified: z.object({ after: z.string().nullable(), allAt: z.number().nullable() }).nullable().default(null),
  /** Lost or modified objects of the set. */
  damage: UpkeepOutcome.shape.damage.unwrap().extend({ foundAt: z.number() }).nullable().default(null),
  newestSnapshot: z.object({ name: z.string(), counter: z.int() }).nullable().default(null),
  isEnabled: z.boolean(),
  createdAt: z.number(),
  updatedAt: z.number(),
  seen: SeenRecord.nullable(),
  /** Time at which FileMaker Server was due to make the expected backup. Null: unknown. */
  dueAt: z.number().nullable(),
  /** Newest backup with a run. */
  newestFolder: z.string().nullable(),
  lastRun: RunRecord.nullable(),
  /** Newest backup that was stored completely, and when. */
  lastSuccess: z
    .object({
      folder: z.string(),
      at: z.number(),
      /** Its databases, by their hosted names. */
      databases: z.array(z.string()).default([]),
      /** Snapshot, in the blocks layout. */
      snapshot: z.object({ set: z.string(), name: z.string() }).nullable().default(null),
    })
    .nullable(),
  /** True if the newest backup is restored and verified every week. */
  isDrilled: z.boolean().default(true),
  lastDrill: DrillRecord.nullable().default(null),
});
export type OffsiteScheduleRecord = Readonly<z.infer<typeof OffsiteScheduleRecord>>;
