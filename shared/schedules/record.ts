import * as z from "zod";
import { ScheduledAction, ScheduleRun, Timing } from "./contract.ts";

/** A schedule as it is stored. Moments are milliseconds since the epoch. */
export const ScheduleRecord = z.object({
  schema: z.literal(1),
  id: z.int(),
  name: z.string(),
  isEnabled: z.boolean(),
  timing: Timing,
  missed: z.enum(["run", "skip"]),
  actionKind: z.enum(ScheduledAction.options.map(({ shape }) => shape.kind.value)),
  /** What is to be done, with its secrets masked. */
  shownInput: z.record(z.string(), z.unknown()),
  /** The recipe that it runs. */
  recipeId: z.int().nullable().default(null),
  /** The same whole, as JSON. */
  sealedInput: z.string(),
  /** The account that it acts for, as JSON. */
  sealedAccount: z.string(),
  savedBy: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** The moment of the next run; null where none follows, or while it is disabled. */
  nextAt: z.number().nullable(),
  /** When a message about the next run was sent again, since the first had not come. */
  sentAgainAt: z.number().nullable(),
  /** The moment that the newest run was planned for. */
  lastRunAt: z.number().nullable(),
});
export type ScheduleRecord = Readonly<z.infer<typeof ScheduleRecord>>;

/** A run as it is stored: one for each planned moment of a schedule. */
export const RunRecord = z.object({
  schema: z.literal(1),
  plannedAt: z.number(),
  state: ScheduleRun.shape.state,
  /** Its worker was about to start the work, and has not said more. */
  isTried: z.boolean().default(false),
  startedAt: z.number().nullable(),
  isManual: z.boolean(),
  missedRuns: z.int(),
  processId: z.int().nullable(),
  reason: z.string().nullable(),
});
export type RunRecord = Readonly<z.infer<typeof RunRecord>>;
