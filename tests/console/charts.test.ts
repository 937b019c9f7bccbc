import { expect } from "vitest";
import { callSeries, chartOf, failingSince, weekAgoSeries } from "../../console/src/features/usage/usage-charts.ts";
import { usageQuestions } from "../../console/src/features/usage/usage-questions.ts";
import { rangeNames, usageRanges, usageSearchOf, usageViewOf } from "../../console/src/features/usage/usage-view.ts";
import { chartCsv } from "../../console/src/ui/charts/chart-csv.ts";
import type { ChartData } from "../../console/src/ui/charts/chart-data.ts";
import { reducedPoints, reducedSteps } from "../../console/src/ui/charts/columns.ts";
import { areaPath, barPaths, linePath } from "../../console/src/ui/charts/shapes.ts";
import { timeTicks, valueTicks } from "../../console/src/ui/charts/ticks.ts";
import { windowOf } from "../../shared/usage/window.ts";
import { verifies } from "../support/verifies.ts";

const x = (step: number) => step * 10;
const y = (value: number) => 100 - value;
const hourMs = 3_600_000;
const at = Date.UTC(2026, 10, 20, 9);
const iso = (moment: number) => new Date(moment).toISOString();

verifies("usage:console:gaps", () => {
  const points = reducedPoints([1, 2, null, 4, null, 6, 7], 100);
  // A single value between gaps is a dot: a line of almost no length with round ends.
  expect(linePath(points, x, y)).toBe("M0,99L10,98M30,96h0.01M50,94L60,93");
  expect(areaPath(points, x, y)).toBe("M0,100L0,99L10,98L10,100ZM30,100L30,96L30,100ZM50,100L50,94L60,93L60,100Z");
  const values = [
    [1, null],
    [2, 3],
  ];
  expect(barPaths(values, [0, 1], 20, y)).toEqual(["M0,99h9V100h-9Z", "M0,97h9V99h-9ZM10,97h9V100h-9Z"]);
});

verifies(
  "usage:console:many-points",
  "the first, lowest, highest, and last value of each pixel column are drawn",
  () => {
    const values = Array.from({ length: 60_000 }, (_, step) => (step === 31_234 ? 9_999 : step % 7));
    values[45_678] = -1;
    const points = reducedPoints(values, 800);
    expect(points.length).toBeLessThanOrEqual(4 * 800);
    expect(points).toContainEqual([31_234, 9_999]);
    expect(points).toContainEqual([45_678, -1]);
    expect([points[0], points.at(-1)]).toEqual([
      [0, 0],
      [59_999, values.at(-1)],
    ]);
    expect(points.map(([step]) => step)).toEqual(points.map(([step]) => step).sort((one, other) => one - other));
    // A time without counts stays a gap if it is at least a pixel wide.
    const withGap = values.map((value, step) => (step >= 30_000 && step < 30_200 ? null : value));
    expect(reducedPoints(withGap, 800).filter(([, value]) => value === null)).toHaveLength(2);
    const bars = reducedSteps([values, values.map(() => 1)], 800);
    expect(bars).toHaveLength(800);
    expect(bars).toContain(31_234);
  },
);

verifies("usage:console:scale", () => {
  expect(valueTicks(611)).toEqual([0, 200, 400, 600, 800]);
  expect(valueTicks(3, { leastStep: 1 })).toEqual([0, 1, 2, 3]);
  expect(valueTicks(0, { leastStep: 1 })).toEqual([0, 1]);
  expect(valueTicks(0.3)).toHaveLength(4);
  expect(valueTicks(3 * 1024 ** 3, { isBinary: true })).toEqual([0, 1, 2, 3].map((each) => each * 1024 ** 3));
  for (const [from, to] of [
    [at, at + hourMs],
    [at, at + 24 * hourMs],
    [at, at + 60 * 24 * hourMs],
    [at - 730 * 24 * hourMs, at],
  ] as const) {
    const ticks = timeTicks(from, to, 10);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.length).toBeLessThanOrEqual(12);
    expect(ticks.every((tick) => tick.at >= from && tick.at <= to)).toBe(true);
    expect(new Set(ticks.map(({ at: moment }) => moment)).size).toBe(ticks.length);
  }
});

const figures = {
  from: iso(at),
  stepSeconds: 3_600,
  countedTo: iso(at + 4 * hourMs),
  gaps: [{ from: iso(at + hourMs), to: iso(at + 2 * hourMs), reason: "stopped" as const }],
  series: [
    series({ outcome: "answered" }, [5, null, 0, 0]),
    series({ outcome: "refused" }, [1, null, 2, 3]),
    series({ outcome: "abandoned" }, [0, null, 0, 9]),
  ],
};

function series(labels: Readonly<Record<string, string>>, values: readonly (number | null)[]) {
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return { labels, isRest: false, statistic: "sum" as const, total, values: [...values] };
}

verifies("usage:console:failing-since", () => {
  expect(failingSince(figures)).toEqual({ at: at + 2 * hourMs, calls: 5 });
  const recovered = { ...figures, series: [series({ outcome: "answered" }, [0, 0, 0, 1]), ...figures.series.slice(1)] };
  expect(failingSince(recovered)).toBeUndefined();
  expect(failingSince({ ...figures, series: [] })).toBeUndefined();
});

verifies(
  "usage:console:marks",
  "a restart is a mark, and a name that a spreadsheet would read as a formula is escaped",
  () => {
    const named = callSeries(
      { ...figures, series: [series({ file: "=1+2.fmp12" }, [5, null, 0, 0])] },
      () => undefined,
    );
    const data: ChartData = chartOf([figures], { series: named, marks: [{ at: at + 5, text: "Rotated" }] });
    expect(data.marks.map(({ at: moment, text }) => [moment, text])).toEqual([
      [at + 5, "Rotated"],
      [at + 2 * hourMs, "Latchkey started"],
    ]);
    expect(chartCsv(data, { from: "from", notes: "Notes" }).split("\r\n")).toEqual([
      "from,'=1+2.fmp12,Notes",
      `${iso(at)},5,Rotated`,
      `${iso(at + hourMs)},,Latchkey wasn't running.`,
      `${iso(at + 2 * hourMs)},0,Latchkey started`,
      `${iso(at + 3 * hourMs)},0,`,
      "",
    ]);
  },
);

verifies("usage:console:week-ago", () => {
  const weekMs = 7 * 24 * hourMs;
  const minutes = { from: iso(at), stepSeconds: 1_800, series: [series({}, new Array(4).fill(1))] };
  const before = { ...figures, from: iso(at - weekMs), series: [series({}, [6, null])] };
  expect(weekAgoSeries(before, "sum", minutes)).toMatchObject({ values: [3, 3, null, null], isReference: true });
  // Data requested for the previous week is still stored, at any time.
  for (const now of [at, at + 1, at + 599_999, at + hourMs - 1])
    for (const range of rangeNames) {
      const { calls, callsBefore } = usageQuestions({ range, split: "outcome" }, {}, now);
      const window = windowOf(calls, now + 5_000);
      // One more step if a new one has begun since.
      const more = (window.to - window.from - usageRanges[range].ms) / window.stepMs;
      expect([0, 1]).toContain(more);
      if (usageRanges[range].weekStepMs !== undefined) expect(() => windowOf(callsBefore, now + 5_000)).not.toThrow();
    }
});

verifies("usage:console:address", () => {
  const splits = ["outcome", "key"] as const;
  const view = { range: "7d", split: "key", isCompared: true } as const;
  expect(usageSearchOf(view, splits)).toEqual({ range: "7d", split: "key", compare: true });
  expect(usageViewOf(usageSearchOf(view, splits), splits)).toEqual(view);
  expect(usageViewOf({ range: "9y", split: "wind" }, splits)).toEqual({
    range: "24h",
    split: "outcome",
    isCompared: false,
  });
  expect(usageSearchOf(usageViewOf({}, splits), splits)).toEqual({});
});
