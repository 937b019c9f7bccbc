import { type ChartData, stepsIn } from "./chart-data.ts";
import { valueTicks } from "./ticks.ts";

/** What a chart shows values as. */
export interface ValueForm {
  /** A value as text. */
  readonly format: (value: number) => string;
  /** No finer lines than this: half a call is none. */
  readonly leastStep?: number;
  /** Lines are round in 1024, as sizes are. */
  readonly isBinary?: boolean;
}

/** `bars` stand on each other, `lines` and `areas` beside each other. */
export type ChartKind = "bars" | "lines" | "areas";

/** Where values and moments are in a plot. Pixels. */
export interface Scale {
  readonly width: number;
  readonly height: number;
  readonly steps: number;
  readonly ticks: readonly number[];
  /** The middle of a step. */
  readonly x: (step: number) => number;
  readonly xAt: (moment: number) => number;
  readonly y: (value: number) => number;
  /** The step at a place. */
  readonly stepAt: (x: number) => number;
}

/** Fits data to a plot of a size. */
export function scaleOf(data: ChartData, kind: ChartKind, form: ValueForm, width: number, height: number): Scale {
  const steps = Math.max(1, stepsIn(data));
  const ticks = valueTicks(mostIn(data, kind), form);
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

/** The greatest value; of bars that stand on each other, their greatest height. */
function mostIn({ series }: ChartData, kind: ChartKind): number {
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
