import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { ScheduledAction, ScheduleRun, Timing } from "./contract.ts";

/** Stored schedule. Timestamps are milliseconds since the epoch. */
export const ScheduleRecord = storedRecord("schedules/schedule", 1, {
  id: z.int(),
  name: z.string(),
  isEnabled: z.boolean(),
  timing: Timing,
  missed: z.enum(["run", "skip"]),
  actionKind: z.enum(ScheduledAction.options.map(({ shape }) => shape.kind.value)),
  /** Input of the action, with its secrets masked. */
  shownInput: z.record(z.string(), z.unknown()),
  /** Recipe that the schedule runs. */
  recipeId: z.int().nullable().default(null),
  /** Complete input as JSON, sealed. */
  sealedInput: z.string(),
  /** Account that the schedule acts for, as JSON, sealed. */
  sealedAccount: z.string(),
  savedBy: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Time of the next run. Null if there is none, or while the schedule is disabled. */
  nextAt: z.number().nullable(),
  /** Time at which the message about the next run was sent again, because the first was missing. */
  sentAgainAt: z.number().nullable(),
  /** Planned time of the newest run. */
  lastRunAt: z.number().nullable(),
});
export type ScheduleRecord = Readonly<z.infer<typeof ScheduleRecord>>;

/** Stored run: one for each planned time of a schedule. */
export const RunRecord = storedRecord("schedules/run", 1, {
  plannedAt: z.number(),
  state: ScheduleRun.shape.state,
  /** True if a worker was about to start the work, and hasn't reported since. */
  isTried: z.boolean().default(false),
  startedAt: z.number().nullable(),
  isManual: z.boolean(),
  missedRuns: z.int(),
  processId: z.int().nullable(),
  reason: z.string().nullable(),
});
export type RunRecord = Readonly<z.infer<typeof RunRecord>>;
