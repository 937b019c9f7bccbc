import { isOtherSubject, type UsageSplit } from "./series-names.ts";
import { rangeStart, type UsageView, usageRanges, weekMs } from "./usage-view.ts";

/** Calls that the figures include. */
export interface UsageFilter {
  readonly key?: string;
  readonly file?: string;
}

/** Returns the requests for a page's charts. */
export function usageQuestions({ range, split }: Pick<UsageView, "range" | "split">, filter: UsageFilter, now: number) {
  const { stepMs, weekStepMs, ms } = usageRanges[range];
  const from = rangeStart(range, now);
  // A day is the service's default range: then the request doesn't depend on the current time.
  const asked = { ...filter, ...(range !== "24h" && { from: new Date(from).toISOString() }), step: stepMs / 1_000 };
  const weekStep = weekStepMs ?? stepMs;
  const before = {
    ...filter,
    from: new Date(Math.floor((from - weekMs) / weekStep) * weekStep).toISOString(),
    to: new Date(from - weekMs + ms).toISOString(),
    step: weekStep / 1_000,
  };
  const { file: _, ...withoutFile } = asked;
  const { metric, time, by } = figuresOf(split);
  return {
    calls: { ...asked, metric, by, top: 5 },
    waits: { ...asked, metric: time },
    errors: { ...asked, metric: "fileMakerErrors", by: "code", top: 2 },
    refusals: { ...withoutFile, metric: "refusals", by: "error", top: 2 },
    callsBefore: { ...before, metric },
    waitsBefore: { ...before, metric: time },
  } as const;
}

/** Returns the figures of a subject's two charts: count and duration. */
function figuresOf(split: UsageSplit) {
  return isOtherSubject(split)
    ? otherFigures[split]
    : ({ metric: "calls", time: "timeToFirstByte", by: split } as const);
}

const otherFigures = {
  webhooks: { metric: "webhookCalls", time: "webhookTime", by: "webhook,outcome" },
  deliveries: { metric: "deliveryAttempts", time: "deliveryTime", by: "kind,outcome" },
  tools: { metric: "toolCalls", time: "toolTime", by: "tool,outcome" },
  jobs: { metric: "jobs", time: "jobTime", by: "kind,outcome" },
} as const;
