import { type LabelName, type MetricName, metricOf } from "./metrics/contract.ts";
import { addEncoded, bucketOf, countIn, emptySketch, encodeSketch, type Sketch } from "./sketch.ts";

/** Labels of a series. Series with the same labels are the same, regardless of order. */
export type Labels = Readonly<Partial<Record<LabelName, string>>>;

/** Aggregated readings of a gauge. */
export interface Readings {
  readonly count: number;
  readonly sum: number;
  readonly least: number;
  readonly most: number;
}

/** Value of one series in one period, as aggregated in memory. */
export type Value = number | Readings | Sketch;

/** Stored value: a number for a counter, `[count, sum, least, most]` for a gauge, encoded text for a sketch. */
export type StoredValue = number | readonly [number, number, number, number] | string;

/** Everything counted under the same labels in one period. */
export interface Row {
  readonly labels: Labels;
  readonly values: Readonly<Partial<Record<MetricName, StoredValue>>>;
}

/** Running totals by labels and metric. */
export class Totals {
  readonly #groups = new Map<string, { readonly labels: Labels; readonly values: Map<MetricName, Value> }>();

  add(labels: Labels, metric: MetricName, stored: StoredValue): void {
    const name = labelsKey(labels);
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = { labels, values: new Map() };
      this.#groups.set(name, group);
    }
    group.values.set(metric, added(group.values.get(metric), stored));
  }

  addRows(rows: readonly Row[]): void {
    for (const { labels, values } of rows)
      for (const [metric, stored] of Object.entries(values)) this.add(labels, metric as MetricName, stored);
  }

  rows(): Row[] {
    return [...this.#groups.values()].map(({ labels, values }) => ({
      labels,
      values: Object.fromEntries([...values].map(([metric, value]) => [metric, storedValue(value)])),
    }));
  }
}

/** Returns a unique text for a set of labels. */
export function labelsKey(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the value of a metric before anything was counted. */
export function emptyValue(metric: MetricName): Value {
  const { kind } = metricOf(metric);
  if (kind === "counter") return 0;
  return kind === "sketch" ? emptySketch() : noReadings;
}

const noReadings: Readings = { count: 0, sum: 0, least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };

/** Returns the value plus a stored one. Sketches are changed in place. */
export function added(value: Value | undefined, stored: StoredValue): Value {
  if (typeof stored === "number") return ((value as number | undefined) ?? 0) + stored;
  if (typeof stored === "string") {
    const sketch = (value as Sketch | undefined) ?? emptySketch();
    addEncoded(sketch, stored);
    return sketch;
  }
  const { count, sum, least, most } = (value as Readings | undefined) ?? noReadings;
  const [moreCount, moreSum, otherLeast, otherMost] = stored;
  return {
    count: count + moreCount,
    sum: sum + moreSum,
    least: Math.min(least, otherLeast),
    most: Math.max(most, otherMost),
  };
}

/** Returns the stored value of a single event for a counter or a sketch. */
export function singleValue(metric: MetricName, value: number): StoredValue {
  if (metricOf(metric).kind === "counter") return value;
  const sketch = emptySketch();
  sketch[bucketOf(value)] = 1;
  return encodeSketch(sketch);
}

export function storedValue(value: Value): StoredValue {
  if (typeof value === "number") return value;
  if (value instanceof Float64Array) return encodeSketch(value);
  return [value.count, value.sum, value.least, value.most];
}

/** Returns the weight for sorting series: a counter's sum, or the number of readings or durations. */
export function weightOf(value: Value): number {
  if (typeof value === "number") return value;
  return value instanceof Float64Array ? countIn(value) : value.count;
}
