import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { labelNames, metricNames, Statistic, Unit } from "../metrics/contract.ts";

const ById = { id: z.coerce.number().pipe(Id).describe("Its number.") };

/** Maximum number of rules. All rules are evaluated every minute. */
export const mostRules = 100;

const minutes = z.int().min(1).max(1_440);

/** Fields of a rule that its author sets. */
const Rule = {
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
  destinations: z
    .array(Id)
    .min(1)
    .max(20)
    .nullable()
    .describe(
      "Numbers of the destinations of notifications that are notified of it, whatever else these are notified of. Null, or none of them left: those that are notified of alerts.",
    ),
};

export const AlertRule = z.object(Rule);
export type AlertRule = z.infer<typeof AlertRule>;

const AlertState = z.object({
  status: z
    .enum(["ok", "pending", "ringing", "recovering"])
    .describe(
      "`ok`: nothing is wrong that is known. `pending`: not for long enough. `ringing`: it was notified. `recovering`: it is well again, not for long enough.",
    ),
  since: Timestamp.nullable().describe("Since when. Null: it was not looked at yet."),
  value: z.number().nullable().describe("What was compared last. Null: there was no figure."),
  checkedTo: Timestamp.nullable().describe("Everything before was looked at."),
  lastRangAt: Timestamp.nullable().describe(
    "When it last began to ring, also as it was before a change. Null: it never has.",
  ),
});

export const Alert = AlertRule.extend({
  id: Id.describe("Its number."),
  unit: Unit.describe("What its thresholds and its value are counted in."),
  createdAt: Timestamp.describe("When it was made."),
  updatedAt: Timestamp.describe("When it was last changed. A change begins at `ok` again."),
  state: AlertState.describe("How it is."),
});
export type Alert = z.infer<typeof Alert>;

const Given = z.object({
  ...Rule,
  active: Rule.active.default(true),
  where: Rule.where.default({}),
  threshold: Rule.threshold.default(null),
  clearThreshold: Rule.clearThreshold.default(null),
  forMinutes: Rule.forMinutes.default(5),
  clearForMinutes: Rule.clearForMinutes.default(5),
  destinations: Rule.destinations.default(null),
});

const ruleExample = {
  name: "The cache is too small",
  active: true,
  metric: "cacheHit",
  where: {},
  statistic: "average",
  condition: "below",
  threshold: 90,
  clearThreshold: 95,
  forMinutes: 10,
  clearForMinutes: 5,
  destinations: null,
} as const;

const example = {
  ...ruleExample,
  id: 3,
  unit: "percent",
  createdAt: "2026-11-20T09:15:02.114Z",
  updatedAt: "2026-11-20T09:15:02.114Z",
  state: {
    status: "ok",
    since: "2026-11-20T09:16:00.000Z",
    value: 98.5,
    checkedTo: "2026-11-20T10:00:00.000Z",
    lastRangAt: null,
  },
} as const;

const objectOf = ({ id }: { readonly id: number }) => `alert:${id}`;

export const alerts = resource({
  listAlerts: {
    method: "GET",
    path: "/svc/api/alerts",
    summary: "List the alert rules and how they are",
    access: "admin",
    input: z.object({}),
    output: z.object({ alerts: z.array(Alert).describe("All of them, the oldest first; 100 at most.") }),
    errors: [],
    example: { output: { alerts: [example] } },
  },
  createAlert: {
    method: "POST",
    path: "/svc/api/alerts",
    summary: "Add an alert rule",
    description:
      "A rule is looked at once a minute, two minutes behind, on AWS five. When it rings the event `alert_ringing` is notified, and `alert_ended` when it is back to normal. A minute without figures changes nothing: what rings does not fall silent because nothing is known.",
    access: "admin",
    input: Given,
    output: z.object({ alert: Alert.describe("The rule.") }),
    changes: (_input: unknown, output?: { readonly alert: { readonly id: number } }) =>
      output && objectOf(output.alert),
    errors: ["alert_refused", "alerts_too_many", "usage_label_unknown"],
    example: { input: ruleExample, output: { alert: example } },
  },
  getAlert: {
    method: "GET",
    path: "/svc/api/alerts/{id}",
    summary: "Read one alert rule and how it is",
    access: "admin",
    input: z.object(ById),
    output: z.object({ alert: Alert.describe("The rule.") }),
    errors: ["alert_not_found"],
    example: { input: { id: 3 }, output: { alert: example } },
  },
  updateAlert: {
    method: "PATCH",
    path: "/svc/api/alerts/{id}",
    summary: "Change an alert rule",
    description:
      "What is left out stays. A changed rule begins at `ok`, and what rang by the old one is not notified as ended.",
    access: "admin",
    input: AlertRule.partial().extend(ById),
    output: z.object({ alert: Alert.describe("The rule.") }),
    changes: objectOf,
    errors: ["alert_not_found", "alert_refused", "usage_label_unknown"],
    example: { input: { id: 3, threshold: 85 }, output: { alert: { ...example, threshold: 85 } } },
  },
  deleteAlert: {
    method: "DELETE",
    path: "/svc/api/alerts/{id}",
    summary: "Delete an alert rule",
    access: "admin",
    input: z.object(ById),
    output: z.object({ ok: z.literal(true).describe("It is gone.") }),
    changes: objectOf,
    errors: ["alert_not_found"],
    example: { input: { id: 3 }, output: { ok: true } },
  },
  tryAlert: {
    method: "POST",
    path: "/svc/api/alerts/try",
    summary: "Say how often an alert rule would have rung",
    description:
      "Puts the figures of the past through the rule, as they would have come. Minutes of all metrics are there for four days, and for eight of what a rule watches; further back it is tried over hours, each as 60 minutes of its average, and the answer says so: over hours a rule may ring less often than it would have.",
    access: "admin",
    input: Given.extend({ days: z.int().min(1).max(60).default(7).describe("How many days back from now.") }),
    output: z.object({
      from: Timestamp.describe("Where the figures begin that it was tried on."),
      to: Timestamp.describe("Where they end."),
      over: z.enum(["minutes", "hours"]).describe("What it was tried on."),
      rang: z.int().describe("How often it would have rung."),
      times: z
        .array(
          z.object({
            from: Timestamp.describe("When it would have rung."),
            to: Timestamp.nullable().describe("When it would have been back to normal. Null: not yet."),
          }),
        )
        .describe("The last 100 of these times, the oldest first."),
      unknownMinutes: z.int().describe("How many minutes have no figure."),
    }),
    changes: false,
    errors: ["alert_refused", "usage_label_unknown"],
    example: {
      input: { ...ruleExample, days: 7 },
      output: {
        from: "2026-11-13T09:00:00.000Z",
        to: "2026-11-20T09:00:00.000Z",
        over: "hours",
        rang: 1,
        times: [{ from: "2026-11-18T07:00:00.000Z", to: "2026-11-18T09:00:00.000Z" }],
        unknownMinutes: 0,
      },
    },
  },
});
