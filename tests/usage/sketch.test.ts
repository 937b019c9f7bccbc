import { expect } from "vitest";
import {
  addEncoded,
  bucketOf,
  countIn,
  emptySketch,
  encodeSketch,
  longestMs,
  percentiles,
  type Sketch,
  shortestMs,
} from "#shared/usage/sketch.ts";
import { verifies } from "../support/verifies.ts";

/** Returns durations with two peaks, as calls have them: some milliseconds for most, some hundred for searches. The same in every run. */
function durations(count: number): number[] {
  return Array.from({ length: count }, (_, place) => {
    const share = ((place * 7919) % count) / count;
    return share < 0.8 ? 2 + 20 * share ** 3 : 150 + 900 * (share - 0.8) ** 2 * 25;
  });
}

function sketchOf(values: readonly number[]): Sketch {
  const sketch = emptySketch();
  for (const value of values) sketch[bucketOf(value)] = (sketch[bucketOf(value)] ?? 0) + 1;
  return sketch;
}

const shares = [0, 0.01, 0.5, 0.9, 0.95, 0.99, 0.999, 1];

function exact(values: readonly number[]): number[] {
  const sorted = values.toSorted((one, other) => one - other);
  return shares.map((share) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN);
}

function expectClose(sketch: Sketch, values: readonly number[]) {
  const found = percentiles(sketch, shares);
  for (const [place, value] of exact(values).entries())
    expect(Math.abs((found[place] ?? Number.NaN) / value - 1), `p${shares[place]} of ${value}`).toBeLessThanOrEqual(
      0.010001,
    );
}

verifies("usage:percentiles:accuracy", async () => {
  const values = durations(20_011);
  expectClose(sketchOf(values), values);
  for (const value of [shortestMs, 0.3, 1, 99.9, 60_000, longestMs]) expectClose(sketchOf([value]), [value]);
});

verifies("usage:percentiles:merge", "sketches of parts, stored and read, equal the sketch of the whole", async () => {
  const values = durations(10_007);
  const merged = emptySketch();
  for (let part = 0; part < 60; part += 1)
    addEncoded(merged, encodeSketch(sketchOf(values.filter((_, place) => place % 60 === part))));
  expect(merged).toEqual(sketchOf(values));
  expect(countIn(merged)).toBe(values.length);
  expectClose(merged, values);
});

verifies("usage:percentiles:merge", "values outside of a sketch's range count as its limits", async () => {
  const sketch = sketchOf([0, -1, Number.NaN, 1e12]);
  expect(countIn(sketch)).toBe(4);
  const [least = 0, most = 0] = percentiles(sketch, [0, 1]).map(Number);
  expect(least).toBeLessThanOrEqual(shortestMs * 1.01);
  expect(most).toBeGreaterThanOrEqual(longestMs * 0.99);
  expect(percentiles(emptySketch(), [0.5])).toEqual([null]);
});

verifies("usage:percentiles:merge", "a text that isn't one of our sketches is rejected", async () => {
  const sketch = emptySketch();
  for (const text of ["", "AgEB", "AYA=", Buffer.from([1, 255, 255, 3, 1]).toString("base64")])
    expect(() => addEncoded(sketch, text), text).toThrow(RangeError);
});
