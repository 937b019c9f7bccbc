import { type Schedule, type ScheduleKind, ScheduleKinds } from "../schema/schedule-schema.ts";

/** Current state of a schedule. */
export interface LiveSchedule {
  readonly id: string;
  /** Replaced as a whole by a change. */
  definition: Schedule;
  running: Run | undefined;
  lastRunAt: number | undefined;
  lastError: number;
  /** Time of the next run; undefined if the schedule is disabled or expired. */
  nextRunAt: number | undefined;
  /** Cancels the next run. */
  disarm: () => void;
}

/** Running run. */
interface Run {
  /** Ends the run early. */
  readonly abort: AbortController;
}

export function liveSchedule(definition: Schedule, id: string): LiveSchedule {
  return {
    id,
    definition,
    running: undefined,
    lastRunAt: undefined,
    lastError: 0,
    nextRunAt: undefined,
    disarm: () => undefined,
  };
}

/** Returns the kind of a schedule. */
export function kindOf(schedule: Schedule): ScheduleKind {
  const kinds = Object.keys(ScheduleKinds) as ScheduleKind[];
  // The schema requires one.
  return kinds.find((kind) => schedule[kind] !== undefined) ?? "backupType";
}
