import { type LabelName, type MetricName, metricOf, type Statistic } from "./metrics/contract.ts";
import { added, emptyValue, type Labels, labelsKey, type Row, storedValue, type Value, weightOf } from "./series.ts";
import { percentiles } from "./sketch.ts";

/** Query for figures. */
export interface FigureQuery {
  readonly metric: MetricName;
  /** Labels to group by. */
  readonly by: readonly LabelName[];
  /** Required label values. */
  readonly where: Labels;
  readonly steps: number;
}

/** Values of one group, step by step. */
export interface Group {
  readonly labels: Labels;
  readonly isRest: boolean;
  readonly steps: readonly (Value | undefined)[];
  readonly total: Value;
}

/** Merges rows of many periods into groups, each with a value for every step. */
export class Figures {
  readonly #query: FigureQuery;
  readonly #groups = new Map<
    string,
    { readonly labels: Labels; readonly steps: (Value | undefined)[]; total: Value }
  >();

  constructor(query: FigureQuery) {
    this.#query = query;
  }

  add(step: number, rows: readonly Row[]): void {
    const { metric, where, by, steps } = this.#query;
    const wanted = Object.entries(where) as [LabelName, string][];
    for (const { labels, values } of rows) {
      const stored = values[metric];
      if (stored === undefined || wanted.some(([name, value]) => labels[name] !== value)) continue;
      // A year has millions of rows, so the group name is built without allocating an object.
      const name = by.map((label) => labels[label] ?? "").join("\0");
      let group = this.#groups.get(name);
      if (group === undefined) {
        const own: Labels = Object.fromEntries(by.map((label) => [label, labels[label] ?? ""]));
        group = { labels: own, steps: new Array(steps).fill(undefined), total: emptyValue(metric) };
        this.#groups.set(name, group);
      }
      group.steps[step] = added(group.steps[step], stored);
      group.total = added(group.total, stored);
    }
  }

  /** Returns all groups, largest total first. */
  groups(): Group[] {
    return [...this.#groups.values()]
      .map((group) => ({ ...group, isRest: false, weight: weightOf(group.total), name: labelsKey(group.labels) }))
      .sort((one, other) => other.weight - one.weight || (one.name < other.name ? -1 : 1))
      .map(({ weight: _, name: __, ...group }) => group);
  }

  /** Returns the first `top` groups, and all others as one. */
  top(top: number): Group[] {
    const all = this.groups();
    const rest = all.slice(top);
    if (rest.length === 0) return all;
    const { metric, steps } = this.#query;
    const together = rest.reduce<{ steps: (Value | undefined)[]; total: Value }>(
      (sum, group) => ({
        steps: sum.steps.map((value, step) => joined(value, group.steps[step])),
        total: joined(sum.total, group.total) ?? emptyValue(metric),
      }),
      { steps: new Array(steps).fill(undefined), total: emptyValue(metric) },
    );
    return [...all.slice(0, top), { labels: {}, isRest: true, ...together }];
  }
}

function joined(value: Value | undefined, other: Value | undefined): Value | undefined {
  return other === undefined ? value : added(value, storedValue(other));
}

const shares = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;

/** Returns the statistics available for a metric. */
export function statisticsOf(metric: MetricName): readonly Statistic[] {
  const { kind } = metricOf(metric);
  if (kind === "counter") return ["sum"];
  return kind === "gauge" ? ["average", "least", "most"] : ["p50", "p95", "p99"];
}

/** Returns one number for each statistic of the metric; null if there is no value. */
export function numbersOf(metric: MetricName, value: Value | undefined): readonly (number | null)[] {
  const known = value ?? emptyValue(metric);
  if (typeof known === "number") return [known];
  if (known instanceof Float64Array) return percentiles(known, Object.values(shares)).map(rounded);
  if (known.count === 0) return [null, null, null];
  return [known.sum / known.count, known.least, known.most].map(rounded);
}

/** Rounds to the precision of a sketch; further digits are noise. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(5));
}
