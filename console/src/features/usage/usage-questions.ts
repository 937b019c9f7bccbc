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
  return {
    calls: { ...asked, metric: "calls", by: split, top: 5 },
    waits: { ...asked, metric: "timeToFirstByte" },
    errors: { ...asked, metric: "fileMakerErrors", by: "code", top: 2 },
    refusals: { ...withoutFile, metric: "refusals", by: "error", top: 2 },
    callsBefore: { ...before, metric: "calls" },
    waitsBefore: { ...before, metric: "timeToFirstByte" },
  } as const;
}
