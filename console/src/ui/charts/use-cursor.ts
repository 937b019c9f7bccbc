import { type KeyboardEvent, useEffect, useState } from "react";
import { chartMessages } from "../../messages/english/usage/charts.ts";
import { exactly } from "../values/moment.tsx";
import { type ChartData, isUnfinished, notesOn } from "./chart-data.ts";
import type { Scale } from "./scale.ts";

const text = chartMessages;
/** Delay before values are read out, so that a repeating key doesn't read all of them. */
const debounceMs = 200;

/** Returns the cursor of a chart: the step below the pointer, or the step that was pressed or reached by keys. */
export function useCursor(data: ChartData, scale: Scale, format: (value: number) => string) {
  const [hovered, setHovered] = useState<number>();
  /** Time instead of a step, so that the cursor stays at its place when the chart advances. */
  const [pinnedAt, setPinnedAt] = useState<number>();
  /** Series that is read out. Undefined: all of them. */
  const [series, setSeries] = useState<number>();
  const [reading, setReading] = useState("");
  const last = scale.steps - 1;
  const { from, stepMs } = data;
  const kept = pinnedAt === undefined ? undefined : Math.min(last, Math.max(0, Math.floor((pinnedAt - from) / stepMs)));
  const pin = (step: number) => setPinnedAt(from + step * stepMs);

  useEffect(() => {
    const next = kept === undefined ? "" : readingOf(data, kept, series, format);
    const settling = window.setTimeout(() => setReading(next), debounceMs);
    return () => window.clearTimeout(settling);
  }, [data, kept, series, format]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === "Escape" && kept === undefined) return;
    if (key === "Escape") setPinnedAt(undefined);
    else if (key === "ArrowUp") setSeries(nextOf(series, -1, data.series.length));
    else if (key === "ArrowDown") setSeries(nextOf(series, 1, data.series.length));
    else {
      const next = stepBy(key, kept, scale);
      if (next === undefined) return;
      pin(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    step: hovered === undefined ? kept : Math.min(hovered, last),
    reading,
    onKeyDown,
    hover: (x: number) => setHovered(scale.stepAt(x)),
    unhover: () => setHovered(undefined),
    pin,
    clear: () => setReading(""),
  };
}

/** Returns the step that a key moves to; undefined for other keys. `step`: undefined if there is no cursor yet. */
function stepBy(key: string, step: number | undefined, { steps, width }: Scale): number | undefined {
  // A step of the cursor is visible: at least one pixel.
  const one = Math.max(1, Math.ceil(steps / Math.max(1, width)));
  const last = steps - 1;
  if (key === "Home") return 0;
  if (key === "End") return last;
  const by = { ArrowLeft: -one, ArrowRight: one, PageUp: -10 * one, PageDown: 10 * one }[key];
  if (by === undefined) return undefined;
  return step === undefined ? last : Math.min(last, Math.max(0, step + by));
}

/** Cycles through all series together, then each of them. */
function nextOf(series: number | undefined, by: 1 | -1, count: number): number | undefined {
  const next = ((series ?? -1) + 1 + by + count + 1) % (count + 1);
  return next === 0 ? undefined : next - 1;
}

function readingOf(data: ChartData, step: number, only: number | undefined, format: (value: number) => string): string {
  const parts = data.series
    .filter((_, index) => only === undefined || index === only)
    .map(({ name, values }) => {
      const value = values[step] ?? null;
      return text.value(name, value === null ? text.notKnown : format(value));
    });
  const time = exactly(new Date(data.from + step * data.stepMs).toISOString());
  return [time, ...parts, ...(isUnfinished(data, step) ? [text.unfinished] : []), ...notesOn(data, step)].join(", ");
}
