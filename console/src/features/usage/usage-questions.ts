import { isOtherSubject, type UsageSplit } from "./series-names.ts";
import { rangeStart, type UsageView, usageRanges, weekMs } from "./usage-view.ts";

/** Which calls figures are about. */
export interface UsageFilter {
  readonly key?: string;
  readonly file?: string;
}

/** What a page's charts ask the service for. */
export function usageQuestions({ range, split }: Pick<UsageView, "range" | "split">, filter: UsageFilter, now: number) {
  const { stepMs, weekStepMs, ms } = usageRanges[range];
  const from = rangeStart(range, now);
  // A day is what the service takes by itself: of all ranges this one does not ask what time it is.
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

/** What the two charts of a subject are made of: how many there were, and how long they took. */
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
