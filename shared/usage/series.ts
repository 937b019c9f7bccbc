import { type LabelName, type MetricName, metricOf } from "./metrics/contract.ts";
import { addEncoded, bucketOf, countIn, emptySketch, encodeSketch, type Sketch } from "./sketch.ts";

/** What a series is about. Two series with the same labels are the same, whatever the order. */
export type Labels = Readonly<Partial<Record<LabelName, string>>>;

/** Readings of a gauge, put together. */
export interface Readings {
  readonly count: number;
  readonly sum: number;
  readonly least: number;
  readonly most: number;
}

/** The value of one series in one period, as it is put together in memory. */
export type Value = number | Readings | Sketch;

/** Values as they are stored: a counter's number, `[count, sum, least, most]` of a gauge, a sketch as text. */
export type StoredValue = number | readonly [number, number, number, number] | string;

/** All that was counted under the same labels in one period. */
export interface Row {
  readonly labels: Labels;
  readonly values: Readonly<Partial<Record<MetricName, StoredValue>>>;
}

/** What is counted so far, by labels and metric. */
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

/** One text for one set of labels. */
export function labelsKey(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** What a metric's value is before anything was counted. */
export function emptyValue(metric: MetricName): Value {
  const { kind } = metricOf(metric);
  if (kind === "counter") return 0;
  return kind === "sketch" ? emptySketch() : noReadings;
}

const noReadings: Readings = { count: 0, sum: 0, least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY };

/** A value with a stored one added. A sketch is changed in place. */
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

/** What a counter or a sketch counts of one event. */
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

/** How much a value weighs where series are put in order: a counter's sum, how often a gauge was read or a duration taken. */
export function weightOf(value: Value): number {
  if (typeof value === "number") return value;
  return value instanceof Float64Array ? countIn(value) : value.count;
}
