import { type LabelName, type MetricName, metricNames, metricOf, type Unit } from "../metrics/contract.ts";
import type { Labels, Row, StoredValue } from "../series.ts";
import { addEncoded, countIn, countUpTo, emptySketch, sumOf } from "../sketch.ts";
import type { Scraped } from "./scraped.ts";

/** Formats for Prometheus: its own text format, and OpenMetrics, the standard based on it. */
export type ExpositionFormat = "text" | "openMetrics";

export const contentTypes: Readonly<Record<ExpositionFormat, string>> = {
  text: "text/plain; version=0.0.4; charset=utf-8",
  openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

/** Upper bounds of histogram buckets in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const namespace = "latchkey";

/** Returns the format that a caller prefers. Callers without a preference get the older format, which every tool supports. */
export function formatFor(accept: string | undefined): ExpositionFormat {
  const weights = (accept ?? "").split(",").map((part) => {
    const [type = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const most = (wanted: string) =>
    Math.max(0, ...weights.filter(({ type }) => type === wanted).map(({ weight }) => weight));
  const openMetrics = most("application/openmetrics-text");
  return openMetrics > 0 && openMetrics >= most("text/plain") ? "openMetrics" : "text";
}

/** Formats sums and the latest readings for a scrape, one line each, with line feeds and, in OpenMetrics, its end marker. */
export function exposition({ since, rows }: Scraped, format: ExpositionFormat, readings: readonly Row[] = []): string {
  const lines = [
    `# HELP ${namespace}_start_time_seconds Time when counting began, in seconds since the epoch.`,
    `# TYPE ${namespace}_start_time_seconds gauge`,
    ...(format === "openMetrics" ? [`# UNIT ${namespace}_start_time_seconds seconds`] : []),
    `${namespace}_start_time_seconds ${since / 1000}`,
  ];
  for (const metric of metricNames) {
    const found = [...rows, ...readings].flatMap(({ labels, values }) => {
      const value = values[metric];
      return value === undefined ? [] : [{ labels, value }];
    });
    lines.push(...family(metric, found, format));
  }
  if (format === "openMetrics") lines.push("# EOF");
  return `${lines.join("\n")}\n`;
}

interface Sample {
  readonly labels: Labels;
  readonly value: StoredValue;
}

function family(metric: MetricName, samples: readonly Sample[], format: ExpositionFormat): string[] {
  const { kind, unit, text } = metricOf(metric);
  if (kind === "gauge") return gauges(metric, samples, format);
  const seconds = unit === "milliseconds";
  const name = `${namespace}_${snakeCase(metric)}${seconds ? "_seconds" : ""}`;
  const counted = kind === "counter" ? `${name}_total` : name;
  // OpenMetrics names a counter's family without the suffix of its samples.
  const header = format === "openMetrics" ? name : counted;
  const unitName = unit === "bytes" ? "bytes" : seconds ? "seconds" : undefined;
  return [
    `# HELP ${header} ${text}.`,
    `# TYPE ${header} ${kind === "counter" ? "counter" : "histogram"}`,
    ...(format === "openMetrics" && unitName !== undefined ? [`# UNIT ${header} ${unitName}`] : []),
    ...samples.flatMap(({ labels, value }) =>
      typeof value === "string" ? histogram(name, labels, value) : [`${counted}${labelText(labels)} ${String(value)}`],
    ),
  ];
}

/** Base unit names and factors by unit. */
const baseUnits: Readonly<Partial<Record<Unit, readonly [string, number]>>> = {
  bytes: ["bytes", 1],
  milliseconds: ["seconds", 1 / 1000],
  percent: ["ratio", 1 / 100],
  bytesPerSecond: ["bytes_per_second", 1],
  callsPerSecond: ["per_second", 1],
};

/** Formats gauges. Only recent readings are included, because a scrape records them as current. */
function gauges(metric: MetricName, samples: readonly Sample[], format: ExpositionFormat): string[] {
  if (samples.length === 0) return [];
  const { unit, text } = metricOf(metric);
  const [unitName, share] = baseUnits[unit] ?? [undefined, 1];
  const name = [namespace, snakeCase(metric), ...(unitName === undefined ? [] : [unitName])].join("_");
  return [
    `# HELP ${name} ${text}.`,
    `# TYPE ${name} gauge`,
    ...(format === "openMetrics" && unitName !== undefined ? [`# UNIT ${name} ${unitName}`] : []),
    ...samples.flatMap(({ labels, value }) => {
      if (typeof value === "number" || typeof value === "string") return [];
      const [count, sum] = value;
      return [`${name}${labelText(labels)} ${(sum / count) * share}`];
    }),
  ];
}

function histogram(name: string, labels: Labels, stored: string): string[] {
  const sketch = emptySketch();
  addEncoded(sketch, stored);
  const count = countIn(sketch);
  return [
    ...bounds.map((bound) => {
      const limit = Number.isInteger(bound) ? `${bound}.0` : String(bound);
      return `${name}_bucket${labelText(labels, limit)} ${countUpTo(sketch, bound * 1000)}`;
    }),
    `${name}_bucket${labelText(labels, "+Inf")} ${count}`,
    `${name}_sum${labelText(labels)} ${sumOf(sketch) / 1000}`,
    `${name}_count${labelText(labels)} ${count}`,
  ];
}

function labelText(labels: Labels, le?: string): string {
  const pairs = (Object.entries(labels) as [LabelName, string][]).map(
    ([name, value]) => `${name}="${escaped(name === "key" ? keyNumber(value) : value)}"`,
  );
  if (le !== undefined) pairs.push(`le="${le}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

/** Returns the number of a key. Keys with the label `api="admin"` are Admin API keys. */
function keyNumber(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}

function escaped(value: string): string {
  return value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
