import * as z from "zod";

/**
 * How values of a metric are put together. `counter`: they add up. `gauge`: what was read at moments, as their average, least and
 * most. `sketch`: many durations, as percentiles within 1 %.
 */
export const MetricKind = z
  .enum(["counter", "gauge", "sketch"])
  .describe(
    "`counter`: values add up. `gauge`: readings, of which the average, the least and the most are known. `sketch`: percentiles, within 1 %.",
  );
export type MetricKind = z.infer<typeof MetricKind>;

/** What values are counted in. Part of a metric, so that nobody compares seconds with microseconds. */
export const Unit = z.enum(["calls", "errors", "bytes", "milliseconds"]);
export type Unit = z.infer<typeof Unit>;

/** What series may differ in, and what each of these says. */
export const labels = {
  key: "The key, as the audit trail names it: `data-key:7`; `none` where a call showed none that is known.",
  file: "The hosted file with its extension; `none` where a call was about no file, or about none that its key opens.",
  api: "FileMaker Server's API: `data`, `odata`, `admin` or `streaming`.",
  method: "The HTTP method; `other` where it is not one of the usual ones.",
  outcome:
    "`answered`: FileMaker Server answered. `rejected`: it answered with an error of its own. `refused`: we refused the call. `failed`: there was no answer. `abandoned`: the caller left before it.",
  code: "FileMaker's error number; `other` where its answer named none.",
  error: "The error's name in our catalogue.",
} as const;
export type LabelName = keyof typeof labels;

export const labelNames = Object.keys(labels) as [LabelName, ...LabelName[]];

/** Something that is measured. A new one is an entry here and something that counts it: store, answers and documents follow. */
interface Metric {
  readonly kind: MetricKind;
  readonly unit: Unit;
  readonly labels: readonly LabelName[];
  /** One sentence for the documentation, also of GET /svc/metrics. */
  readonly text: string;
}

const ofCalls = ["key", "file", "api", "method", "outcome"] as const;

/** Every metric by its name. */
export const metrics = {
  calls: { kind: "counter", unit: "calls", labels: ofCalls, text: "Proxied calls" },
  receivedBytes: {
    kind: "counter",
    unit: "bytes",
    labels: ofCalls,
    text: "Bytes of the bodies that proxied calls brought",
  },
  sentBytes: { kind: "counter", unit: "bytes", labels: ofCalls, text: "Bytes of the bodies of their answers" },
  timeToFirstByte: {
    kind: "sketch",
    unit: "milliseconds",
    labels: ofCalls,
    text: "From a proxied call's arrival until its answer begins",
  },
  fileMakerErrors: {
    kind: "counter",
    unit: "errors",
    labels: ["key", "file", "api", "code"],
    text: "Errors that FileMaker Server answered to proxied calls",
  },
  refusals: {
    kind: "counter",
    unit: "errors",
    labels: ["key", "api", "error"],
    text: "Proxied calls that we answered with an error of our own",
  },
} as const satisfies Readonly<Record<string, Metric>>;
export type MetricName = keyof typeof metrics;

export const metricNames = Object.keys(metrics) as [MetricName, ...MetricName[]];

/** A metric by its name, in the general form. */
export function metricOf(name: MetricName): Metric {
  return metrics[name];
}
