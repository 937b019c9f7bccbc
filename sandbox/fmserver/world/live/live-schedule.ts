import { type Schedule, type ScheduleKind, ScheduleKinds } from "../schema/schedule-schema.ts";

/** A schedule as it stands now. */
export interface LiveSchedule {
  readonly id: string;
  /** Replaced as a whole when it is changed. */
  definition: Schedule;
  running: Run | undefined;
  lastRunAt: number | undefined;
  lastError: number;
  /** When it runs next; undefined when it is off, or its time is over. */
  nextRunAt: number | undefined;
  /** Takes the next run out of the clock. */
  disarm: () => void;
}

/** A run under way. */
interface Run {
  /** Ends it before its time. */
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

/** What it does. */
export function kindOf(schedule: Schedule): ScheduleKind {
  const kinds = Object.keys(ScheduleKinds) as ScheduleKind[];
  // The schema lets no schedule in that has none.
  return kinds.find((kind) => schedule[kind] !== undefined) ?? "backupType";
}
