import * as z from "zod";
import { labelNames, metricNames, Statistic } from "../../metrics/contract.ts";

const minutes = z.int().min(1).max(1_440);

/** What a rule says. */
export const Rule = {
  name: z.string().trim().min(1).max(100).describe("What people call it. Notifications begin with it."),
  active: z.boolean().describe("Whether it is looked at."),
  metric: z
    .enum(metricNames)
    .describe("What is watched: any metric of `GET /svc/api/usage` and `GET /svc/api/statistics`."),
  where: z
    .partialRecord(z.enum(labelNames), z.string().min(1).max(300))
    .describe("Values that labels have to have, such as `file`. All that fits is watched as one series."),
  statistic: Statistic.describe(
    "What is compared: `sum` of a counter, which is counted by the minute; `average`, `least` or `most` of a gauge; `p50`, `p95` or `p99` of a sketch.",
  ),
  condition: z
    .enum(["above", "below", "absent"])
    .describe("`above` and `below` a threshold; `absent`: nothing was counted or read."),
  threshold: z.number().nullable().describe("In the metric's unit, of a minute. Null for `absent`."),
  clearThreshold: z
    .number()
    .nullable()
    .describe(
      "What has to be reached for it to be back to normal, so that a value at the border rings once. Null: the threshold.",
    ),
  forMinutes: minutes.describe(
    "For how many minutes it has to be so before it rings. A minute without a figure counts for nothing.",
  ),
  clearForMinutes: minutes.describe("For how many minutes it has to be well again before it is back to normal."),
};

export const AlertRule = z.object(Rule);
export type AlertRule = z.infer<typeof AlertRule>;
