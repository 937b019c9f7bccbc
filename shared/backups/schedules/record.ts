import * as z from "zod";
import { DrillOutcome, UpkeepOutcome } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import { ProcessState } from "#shared/processes/contract.ts";

/** Where an external container folder goes. Null: where the backups go. */
const ContainerRecord = z.object({
  isIncluded: z.boolean(),
  differs: z.boolean().nullable(),
  remote: z.string().nullable(),
  bucket: z.string().nullable(),
  path: z.string().nullable(),
});
export type ContainerRecord = Readonly<z.infer<typeof ContainerRecord>>;

/** FileMaker Server's schedule, as the host has seen it last. */
const SeenRecord = z.object({
  state: z.enum(["there", "missing", "unknown"]),
  isEnabled: z.boolean(),
  nextRunAt: z.number().nullable(),
  lastError: z.int(),
});

/** A run of a schedule. Figures are null until it is known what it has come to. */
export const RunRecord = z.object({
  schema: z.literal(1),
  processId: z.int(),
  scheduleId: z.string(),
  folder: z.string().nullable(),
  layout: z.enum(["files", "blocks"]).default("files"),
  /** In blocks: the snapshot that it has made. */
  snapshot: z.string().nullable().default(null),
  startedBy: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  state: ProcessState.nullable(),
  reason: z.string().nullable(),
  figures: z.object({ files: z.int(), bytes: z.int(), sentFiles: z.int(), sentBytes: z.int() }).nullable(),
});
export type RunRecord = Readonly<z.infer<typeof RunRecord>>;

/** A drill: a backup was restored beside the hosted files, looked at and deleted again. */
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

/** How long snapshots are kept. */
const RetentionRecord = z.object({
  allDays: z.int(),
  dailyDays: z.int(),
  monthlyMonths: z.int(),
  repackBelowPercent: z.int(),
  billedDays: z.int(),
});
export type RetentionRecord = Readonly<z.infer<typeof RetentionRecord>>;

/** Looking after a set: it was pruned, verified or repaired. */
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

/** A schedule of offsite backups as stored. Moments are milliseconds since the epoch. */
export const OffsiteScheduleRecord = z.object({
  schema: z.literal(1),
  /** FileMaker Server's id of the schedule that makes the backups. */
  id: z.string(),
  name: z.string(),
  remote: z.string(),
  bucket: z.string(),
  path: z.string(),
  containers: z.tuple([ContainerRecord, ContainerRecord]),
  isZipped: z.boolean(),
  layout: z.enum(["files", "blocks"]).default("files"),
  /** Of the layout in blocks: where its snapshots lie, and the newest one that is known of. */
  set: z.string().nullable().default(null),
  /** Null: every snapshot is kept. */
  retention: RetentionRecord.nullable().default(null),
  lastUpkeep: UpkeepRecord.nullable().default(null),
  /** Which pack was read last, and when all of them had been. */
  verified: z.object({ after: z.string().nullable(), allAt: z.number().nullable() }).nullable().default(null),
  /** What of the set is lost or was altered. */
  damage: UpkeepOutcome.shape.damage.unwrap().extend({ foundAt: z.number() }).nullable().default(null),
  newestSnapshot: z.object({ name: z.string(), counter: z.int() }).nullable().default(null),
  isEnabled: z.boolean(),
  createdAt: z.number(),
  updatedAt: z.number(),
  seen: SeenRecord.nullable(),
  /** When FileMaker Server was to make the backup that is waited for. Null: it has not said. */
  dueAt: z.number().nullable(),
  /** The newest backup that has a run of its own. */
  newestFolder: z.string().nullable(),
  lastRun: RunRecord.nullable(),
  /** The newest backup that has come to its place, and when. */
  lastSuccess: z
    .object({
      folder: z.string(),
      at: z.number(),
      /** Its databases, as they were hosted. */
      databases: z.array(z.string()).default([]),
      /** In blocks: where it lies. */
      snapshot: z.object({ set: z.string(), name: z.string() }).nullable().default(null),
    })
    .nullable(),
  /** Whether the newest backup is restored and looked at every week. */
  isDrilled: z.boolean().default(true),
  lastDrill: DrillRecord.nullable().default(null),
});
export type OffsiteScheduleRecord = Readonly<z.infer<typeof OffsiteScheduleRecord>>;
