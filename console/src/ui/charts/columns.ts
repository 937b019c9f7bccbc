/** Step and its value; null where a line breaks. */
export type Point = readonly [step: number, value: number | null];

/**
 * Returns the points of a series to draw: all of them, or, if there are more than two steps per column of pixels, the first, lowest,
 * highest and last value of each column, in order. Peaks are kept, and a path has at most four points per pixel.
 */
export function reducedPoints(values: readonly (number | null)[], columns: number): readonly Point[] {
  if (values.length <= columns * 2) return values.map((value, step) => [step, value]);
  const points: Point[] = [];
  for (let column = 0; column < columns; column += 1) {
    const begin = Math.floor((column * values.length) / columns);
    const end = Math.floor(((column + 1) * values.length) / columns);
    const known = extremesOf(values, begin, end);
    if (known.length === 0) points.push([begin, null]);
    for (const step of known) points.push([step, values[step] ?? null]);
  }
  return points;
}

/** Returns the steps of the first, lowest, highest and last value, in order, without duplicates. */
function extremesOf(values: readonly (number | null)[], begin: number, end: number): readonly number[] {
  let [first, least, most, last] = [-1, -1, -1, -1];
  for (let step = begin; step < end; step += 1) {
    const value = values[step] ?? null;
    if (value === null) continue;
    if (first === -1) [first, least, most] = [step, step, step];
    if (value < (values[least] as number)) least = step;
    if (value > (values[most] as number)) most = step;
    last = step;
  }
  return first === -1 ? [] : [...new Set([first, least, most, last])].sort((one, other) => one - other);
}

/** Returns the steps of stacked bars to draw: all of them, or the highest step of each column of pixels. */
export function reducedSteps(series: readonly (readonly (number | null)[])[], columns: number): readonly number[] {
  const count = series.reduce((most, values) => Math.max(most, values.length), 0);
  if (count <= columns) return Array.from({ length: count }, (_, step) => step);
  const heightOf = (step: number) => series.reduce((sum, values) => sum + (values[step] ?? 0), 0);
  return Array.from({ length: columns }, (_, column) => {
    let highest = Math.floor((column * count) / columns);
    let height = heightOf(highest);
    const end = Math.floor(((column + 1) * count) / columns);
    for (let step = highest + 1; step < end; step += 1) {
      const other = heightOf(step);
      if (other > height) [highest, height] = [step, other];
    }
    return highest;
  });
}
