import type { UsageSplit } from "./series-names.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
export const weekMs = 7 * dayMs;

/** Available ranges: length, step, and step in which the previous week is still stored. Milliseconds. */
export const usageRanges = {
  "1h": { ms: hourMs, stepMs: minuteMs, weekStepMs: hourMs },
  "24h": { ms: dayMs, stepMs: 10 * minuteMs, weekStepMs: hourMs },
  "7d": { ms: 7 * dayMs, stepMs: hourMs, weekStepMs: hourMs },
  "60d": { ms: 60 * dayMs, stepMs: 6 * hourMs, weekStepMs: dayMs },
  "2y": { ms: 730 * dayMs, stepMs: dayMs, weekStepMs: undefined },
} as const;
export type UsageRange = keyof typeof usageRanges;
export const rangeNames = Object.keys(usageRanges) as readonly UsageRange[];

/** View of a page's usage, stored in the address. */
export interface UsageView {
  readonly range: UsageRange;
  /** Property by which calls are split. */
  readonly split: UsageSplit;
  readonly isCompared: boolean;
}

/** View in the address, without default values. */
export interface UsageSearch {
  readonly range?: string;
  readonly split?: string;
  readonly compare?: true;
}

export function usageViewOf({ range, split, compare }: UsageSearch, splits: readonly UsageSplit[]): UsageView {
  return {
    range: rangeNames.find((known) => known === range) ?? "24h",
    split: splits.find((known) => known === split) ?? splits[0] ?? "outcome",
    isCompared: compare === true,
  };
}

export function usageSearchOf(view: UsageView, splits: readonly UsageSplit[]): UsageSearch {
  return {
    ...(view.range !== "24h" && { range: view.range }),
    ...(view.split !== splits[0] && { split: view.split }),
    ...(view.isCompared && { compare: true as const }),
  };
}

/** Returns the start of a range, aligned to a step so that all callers within a step share one read. */
export function rangeStart(range: UsageRange, now: number): number {
  const { ms, stepMs } = usageRanges[range];
  return Math.floor(now / stepMs) * stepMs - ms + stepMs;
}
