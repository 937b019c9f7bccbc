import type { Row } from "./series.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Maximum time that minutes without counts wait before they are stored. */
export const quietMs = 10 * minuteMs;

/** Everything that one process counted in one minute. Replaces what was stored before. Times are in milliseconds since the epoch. */
export interface Minute {
  /** Identifies one start of a process. No two writers write the same row; readers add them up. */
  readonly writer: string;
  /** Start of the clock minute. */
  readonly start: number;
  /** Start of the part of the minute in which the process counted. */
  readonly from: number;
  readonly to: number;
  /** True if the process shut down normally then. Any other minute must have a successor. */
  readonly isLast: boolean;
  /** True if the minutes after it are stored late as long as they are without counts. */
  readonly areNextLate?: boolean;
  readonly rows: readonly Row[];
}

/** Time for which data is incomplete, in milliseconds since the epoch. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly reason: "stopped" | "lost";
}

/** Hour or day, merged from the shorter periods within it. */
export interface Rollup {
  readonly start: number;
  readonly rows: readonly Row[];
  readonly gaps: readonly Gap[];
  /** True if nothing will be added: late writes are included. */
  readonly isFinal: boolean;
}
