/** A step and its value; null where a line breaks. */
export type Point = readonly [step: number, value: number | null];

/**
 * What of a series is drawn: all of it, or, where there are more steps than columns of pixels, the first, least, greatest and last
 * value of each column in their order. Peaks stay, and a path never has more than four points a pixel.
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

/** The steps of the first, least, greatest and last value, in order and each once. */
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

/** The steps that stacked bars are drawn of: all, or of each column of pixels the one whose values are the most together. */
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
