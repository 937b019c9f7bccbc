import { bucketOf, emptySketch, encodeSketch } from "#shared/usage/sketch.ts";

/** Accept header of Prometheus 2.42. */
export const openMetrics =
  "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

/** Unusual names that users choose. */
export const odd = {
  since: 1_790_000_000_000,
  rows: [
    {
      labels: { key: "data-key:7", file: 'Ein "Test" \\ 1.fmp12', api: "data", method: "GET", outcome: "answered" },
      values: { calls: 3, receivedBytes: 0, sentBytes: 2 ** 40, timeToFirstByte: sketchOf(4, 8, 80) },
    },
    { labels: { key: "none", api: "data", error: "key_unknown" }, values: { refusals: 1 } },
  ],
} as const;

function sketchOf(...values: readonly number[]): string {
  const sketch = emptySketch();
  for (const value of values) sketch[bucketOf(value)] = 1;
  return encodeSketch(sketch);
}
