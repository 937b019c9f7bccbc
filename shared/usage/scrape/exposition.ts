import { type LabelName, type MetricName, metricNames, metricOf, type Unit } from "../metrics/contract.ts";
import type { Labels, Row, StoredValue } from "../series.ts";
import { addEncoded, countIn, countUpTo, emptySketch, sumOf } from "../sketch.ts";
import type { Scraped } from "./scraped.ts";

/** Prometheus' own text format, and the standard that was made from it. */
export type ExpositionFormat = "text" | "openMetrics";

export const contentTypes: Readonly<Record<ExpositionFormat, string>> = {
  text: "text/plain; version=0.0.4; charset=utf-8",
  openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8",
};

/** Limits of the buckets that a histogram is shown in. Seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const namespace = "latchkey";

/** The format that a caller prefers. Who asks for anything gets the older one, which every tool reads. */
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

/** Sums and the newest readings as a scrape reads them, a line at a time, with line feeds and, in OpenMetrics, its end mark. */
export function exposition({ since, rows }: Scraped, format: ExpositionFormat, readings: readonly Row[] = []): string {
  const lines = [
    `# HELP ${namespace}_start_time_seconds When counting began, in seconds since the epoch.`,
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
  // OpenMetrics names a counter's family without the suffix that its samples have.
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

/** What a unit is called in names, and what it is of the base unit there. */
const baseUnits: Readonly<Partial<Record<Unit, readonly [string, number]>>> = {
  bytes: ["bytes", 1],
  milliseconds: ["seconds", 1 / 1000],
  percent: ["ratio", 1 / 100],
  bytesPerSecond: ["bytes_per_second", 1],
  callsPerSecond: ["per_second", 1],
};

/** Nothing is said of what was not read lately: a scrape takes what it finds for the present. */
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

/** A key is its number: those of Admin API Keys belong to the API `admin`. */
function keyNumber(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}

function escaped(value: string): string {
  return value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
