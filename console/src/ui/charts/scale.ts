import { type ChartData, stepsIn } from "./chart-data.ts";
import { valueTicks } from "./ticks.ts";

/** Format of a chart's values. */
export interface ValueForm {
  /** Returns a value as text. */
  readonly format: (value: number) => string;
  /** Minimum distance between grid lines: half a call makes no sense. */
  readonly leastStep?: number;
  /** True if grid lines are at multiples of powers of two, for sizes. */
  readonly isBinary?: boolean;
}

/** `bars` are stacked, `lines` and `areas` aren't. */
export type ChartKind = "bars" | "lines" | "areas";

/** Positions of values and times in a plot, in pixels. */
export interface Scale {
  readonly width: number;
  readonly height: number;
  readonly steps: number;
  readonly ticks: readonly number[];
  /** Returns the center of a step. */
  readonly x: (step: number) => number;
  readonly xAt: (moment: number) => number;
  readonly y: (value: number) => number;
  /** Returns the step at a position. */
  readonly stepAt: (x: number) => number;
}

/** Returns the scale for data in a plot of a given size. */
export function scaleOf(data: ChartData, kind: ChartKind, form: ValueForm, width: number, height: number): Scale {
  const steps = Math.max(1, stepsIn(data));
  const ticks = valueTicks(maxIn(data, kind), form);
  const top = ticks.at(-1) ?? 1;
  const perStep = width / steps;
  return {
    width,
    height,
    steps,
    ticks,
    x: (step) => (step + 0.5) * perStep,
    xAt: (moment) => ((moment - data.from) / data.stepMs) * perStep,
    y: (value) => height - (Math.min(value, top) / top) * height,
    stepAt: (x) => Math.min(steps - 1, Math.max(0, Math.floor(x / perStep))),
  };
}

/** Returns the maximum value; for stacked bars, the maximum height. */
function maxIn({ series }: ChartData, kind: ChartKind): number {
  const stacked: number[] = [];
  let most = 0;
  for (const { values, isReference = false } of series)
    for (const [step, value] of values.entries()) {
      if (value === null) continue;
      if (kind === "bars" && !isReference) stacked[step] = (stacked[step] ?? 0) + value;
      else most = Math.max(most, value);
    }
  for (const height of stacked) most = Math.max(most, height ?? 0);
  return most;
}
