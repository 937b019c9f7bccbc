/** Values over time in equal steps. Times are in milliseconds since the epoch. */
export interface ChartData {
  /** Start of the first step. */
  readonly from: number;
  readonly stepMs: number;
  /** Time until which everything is counted. Steps that end later are unfinished. */
  readonly countedTo: number;
  readonly series: readonly ChartSeries[];
  /** Periods with missing data. */
  readonly gaps: readonly ChartGap[];
  /** Events in the same period. */
  readonly marks: readonly ChartMark[];
}

export interface ChartSeries {
  readonly name: string;
  /** One value per step. Null: not counted, or nothing to measure. */
  readonly values: readonly (number | null)[];
  /** Value for the whole range. Null: unknown. */
  readonly total: number | null;
  /** Index of its color, dash and pattern, from 0. */
  readonly look: number;
  /** True if the series is only for comparison: a thin dashed line in every kind of chart. */
  readonly isReference?: boolean;
}

export interface ChartGap {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface ChartMark {
  readonly at: number;
  readonly text: string;
}

/** Returns the number of steps. */
export function stepsIn({ series }: Pick<ChartData, "series">): number {
  return series.reduce((most, { values }) => Math.max(most, values.length), 0);
}

/** Returns the events within a step. */
function marksIn({ from, stepMs, marks }: ChartData, step: number): readonly ChartMark[] {
  const start = from + step * stepMs;
  return marks.filter(({ at }) => at >= start && at < start + stepMs);
}

/** Returns a gap that overlaps a step. */
function gapIn({ from, stepMs, gaps }: ChartData, step: number): ChartGap | undefined {
  const start = from + step * stepMs;
  return gaps.find((gap) => gap.from < start + stepMs && gap.to > start);
}

/** Returns true if a step is still being counted. */
export function isUnfinished({ from, stepMs, countedTo }: ChartData, step: number): boolean {
  return from + (step + 1) * stepMs > countedTo;
}

/** Returns the events of a step, and its gap, if any. */
export function notesOn(data: ChartData, step: number): readonly string[] {
  const gap = gapIn(data, step);
  return [...marksIn(data, step).map(({ text }) => text), ...(gap ? [gap.text] : [])];
}
