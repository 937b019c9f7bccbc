import type { Row } from "./series.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** What one process counted in one minute: all of it, so that it is stored in place of what was stored before. Milliseconds since the epoch. */
export interface Minute {
  /** One start of a process: no two write the same row, and readers add. */
  readonly writer: string;
  /** When the minute begins by the clock. */
  readonly start: number;
  /** The part of it in which the process counted. */
  readonly from: number;
  readonly to: number;
  /** Whether the process ended in order then: after any other minute of its, another has to follow. */
  readonly isLast: boolean;
  readonly rows: readonly Row[];
}

/** A time of which not everything is known. Milliseconds since the epoch. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly reason: "stopped" | "lost";
}

/** An hour or a day, put together from the shorter periods within it. */
export interface Rollup {
  readonly start: number;
  readonly rows: readonly Row[];
  readonly gaps: readonly Gap[];
  /** Whether nothing is going to be added: what is written late is in it. */
  readonly isFinal: boolean;
}
