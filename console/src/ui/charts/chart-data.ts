/** Values over time in equal steps, as a chart shows them. Moments are milliseconds since the epoch. */
export interface ChartData {
  /** Where the first step begins. */
  readonly from: number;
  readonly stepMs: number;
  /** Everything before is counted. A step that ends later is not finished. */
  readonly countedTo: number;
  readonly series: readonly ChartSeries[];
  /** Times of which not everything is known. */
  readonly gaps: readonly ChartGap[];
  /** What happened meanwhile. */
  readonly marks: readonly ChartMark[];
}

export interface ChartSeries {
  readonly name: string;
  /** One for each step. Null: nobody counted, or there was nothing to measure. */
  readonly values: readonly (number | null)[];
  /** The same over the whole range. Null: not known. */
  readonly total: number | null;
  /** Which colour, dash and pattern it has, from 0. */
  readonly look: number;
  /** It is there to compare with: a thin dashed line in every kind of chart. */
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

/** How many steps there are. */
export function stepsIn({ series }: Pick<ChartData, "series">): number {
  return series.reduce((most, { values }) => Math.max(most, values.length), 0);
}

/** What happened within a step. */
function marksIn({ from, stepMs, marks }: ChartData, step: number): readonly ChartMark[] {
  const start = from + step * stepMs;
  return marks.filter(({ at }) => at >= start && at < start + stepMs);
}

/** A gap that has a part of a step. */
function gapIn({ from, stepMs, gaps }: ChartData, step: number): ChartGap | undefined {
  const start = from + step * stepMs;
  return gaps.find((gap) => gap.from < start + stepMs && gap.to > start);
}

/** Whether a step is still being counted. */
export function isUnfinished({ from, stepMs, countedTo }: ChartData, step: number): boolean {
  return from + (step + 1) * stepMs > countedTo;
}

/** What happened in a step, and whether something of it is missing. */
export function notesOn(data: ChartData, step: number): readonly string[] {
  const gap = gapIn(data, step);
  return [...marksIn(data, step).map(({ text }) => text), ...(gap ? [gap.text] : [])];
}
