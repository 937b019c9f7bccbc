import type { Point } from "./columns.ts";

type Place = (value: number) => number;

/** Returns the path of a line through points, with a gap where there is no value. A single value between gaps is a dot. */
export function linePath(points: readonly Point[], x: Place, y: Place): string {
  return runsOf(points)
    .map((run) => {
      const places = run.map(([step, value]) => `${rounded(x(step))},${rounded(y(value))}`);
      return run.length === 1 ? `M${places[0]}h0.01` : `M${places.join("L")}`;
    })
    .join("");
}

/** Returns the path of the area between such a line and the bottom of the plot. */
export function areaPath(points: readonly Point[], x: Place, y: Place): string {
  const foot = rounded(y(0));
  return runsOf(points)
    .map((run) => {
      const [first, last] = [run[0], run.at(-1)];
      if (first === undefined || last === undefined) return "";
      const top = run.map(([step, value]) => `${rounded(x(step))},${rounded(y(value))}`).join("L");
      return `M${rounded(x(first[0]))},${foot}L${top}L${rounded(x(last[0]))},${foot}Z`;
    })
    .join("");
}

/** Returns a path for each series of stacked bars, with one bar per step. */
export function barPaths(
  series: readonly (readonly (number | null)[])[],
  steps: readonly number[],
  width: number,
  y: Place,
): readonly string[] {
  const heights = steps.map(() => 0);
  const space = width / steps.length;
  const thickness = space > 4 ? space - 1 : space;
  return series.map((values) =>
    steps
      .map((step, index) => {
        const value = values[step] ?? 0;
        if (value <= 0) return "";
        const below = heights[index] ?? 0;
        heights[index] = below + value;
        const [top, bottom] = [rounded(y(below + value)), rounded(y(below))];
        return `M${rounded(index * space)},${top}h${rounded(thickness)}V${bottom}h${rounded(-thickness)}Z`;
      })
      .join(""),
  );
}

/** Returns contiguous points with values. */
function runsOf(points: readonly Point[]): readonly (readonly (readonly [number, number])[])[] {
  const runs: [number, number][][] = [];
  let open: [number, number][] | undefined;
  for (const [step, value] of points) {
    if (value === null) {
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = [];
      runs.push(open);
    }
    open.push([step, value]);
  }
  return runs;
}

/** Rounds to tenths of a pixel, the finest that a screen shows. */
function rounded(place: number): number {
  return Math.round(place * 10) / 10;
}
