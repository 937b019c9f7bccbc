import type { Target, ValuesOf } from "../target.ts";

/** Targets of the scale bench. */
export const scaleTargets = {
  firstPage: { sentence: "first page of every list: p95 of the slowest list", unit: "ms", atMost: 200 },
  filteredPage: {
    sentence: "first page of lists narrowed to little or nothing: p95 of the slowest",
    unit: "ms",
    atMost: 200,
  },
  start: { sentence: "from the command to the first answer", unit: "s", atMost: 2 },
} as const satisfies Record<string, Target>;

export type ScaleValues = ValuesOf<typeof scaleTargets>;
