import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { labelNames, metricNames, Statistic, Unit } from "../metrics/contract.ts";

const ById = { id: z.coerce.number().pipe(Id).describe("Id of the rule.") };

/** Maximum number of rules. All rules are evaluated every minute. */
export const maxRules = 100;

const minutes = z.int().min(1).max(1_440);

/** Fields of a rule that its author sets. */
const Rule = {
  name: z.string().trim().min(1).max(100).describe("Name of the rule. Notifications begin with it."),
  active: z.boolean().describe("True if the rule is evaluated."),
  metric: z.enum(metricNames).describe("The metric: any metric of `GET /svc/api/usage` and `GET /svc/api/statistics`."),
  where: z
    .partialRecord(z.enum(labelNames), z.string().min(1).max(300))
    .describe("Required label values, such as `file`. All matching values are combined into one series."),
  statistic: Statistic.describe(
    "The statistic: `sum` of a counter, per minute; `average`, `least` (minimum) or `most` (maximum) of a gauge; `p50`, `p95` or `p99` of a sketch.",
  ),
  condition: z
    .enum(["above", "below", "absent"])
    .describe("`above` and `below` a threshold; `absent`: nothing was counted or read."),
  threshold: z.number().nullable().describe("Threshold in the metric's unit, for one minute; null for `absent`."),
  clearThreshold: z
    .number()
    .nullable()
    .describe(
      "Recovery threshold: the value must reach it to resolve the alert, so a value near the threshold fires only once. Null means the threshold.",
    ),
  forMinutes: minutes.describe(
    "Minutes for which the condition must hold before the alert fires. Minutes without a value don't count.",
  ),
  clearForMinutes: minutes.describe("Minutes for which the value must be normal before the alert is resolved."),
  destinations: z
    .array(Id)
    .min(1)
    .max(20)
    .nullable()
    .describe(
      "Ids of the notification destinations for this rule, regardless of the events that they choose. Null, or if none of them exists: the destinations that choose alerts.",
    ),
};

export const AlertRule = z.object(Rule);
export type AlertRule = z.infer<typeof AlertRule>;

const AlertState = z.object({
  status: z
    .enum(["ok", "pending", "ringing", "recovering"])
    .describe(
      "`ok`: normal. `pending`: the condition holds, but not long enough. `ringing`: the alert fires. `recovering`: the value is normal again, but not long enough.",
    ),
  since: Timestamp.nullable().describe("Start of the state; null if the rule wasn't evaluated yet."),
  value: z.number().nullable().describe("Last value; null if there was none."),
  checkedTo: Timestamp.nullable().describe("Time up to which values were evaluated."),
  lastRangAt: Timestamp.nullable().describe(
    "Time when the rule last fired, including before its last change; null if it never did.",
  ),
});

export const Alert = AlertRule.extend({
  id: Id.describe("Id of the rule."),
  unit: Unit.describe("Unit of the thresholds and the value."),
  createdAt: Timestamp.describe("Creation time."),
  updatedAt: Timestamp.describe("Time of the last change. A change resets the state to `ok`."),
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
    summary: "List alert rules with their states",
    access: "admin",
    input: z.object({}),
    output: z.object({ alerts: z.array(Alert).describe("All rules, oldest first; at most 100.") }),
    errors: [],
    example: { output: { alerts: [example] } },
  },
  createAlert: {
    method: "POST",
    path: "/svc/api/alerts",
    summary: "Add an alert rule",
    description:
      "Each rule is evaluated once a minute, with a delay of two minutes, on AWS five. When it fires, the event `alert_ringing` is notified, and `alert_ended` when it is resolved. A minute without values changes nothing: a firing alert isn't resolved because of missing values.",
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
    summary: "Get an alert rule with its state",
    access: "admin",
    input: z.object(ById),
    output: z.object({ alert: Alert.describe("The rule.") }),
    errors: ["alert_not_found"],
    example: { input: { id: 3 }, output: { alert: example } },
  },
  updateAlert: {
    method: "PATCH",
    path: "/svc/api/alerts/{id}",
    summary: "Update an alert rule",
    description:
      "Values that you leave out stay unchanged. An updated rule starts at `ok`; if it was firing, `alert_ended` is not notified.",
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
    output: z.object({ ok: z.literal(true).describe("Always true.") }),
    changes: objectOf,
    errors: ["alert_not_found"],
    example: { input: { id: 3 }, output: { ok: true } },
  },
  tryAlert: {
    method: "POST",
    path: "/svc/api/alerts/try",
    summary: "Test how often an alert rule would have fired",
    description:
      "Runs the rule on past values. Values per minute exist for four days, and for eight days if a rule uses the metric. Earlier days are tested per hour, with 60 minutes of the hour's average, as the response shows: a rule can then fire less often than it would have.",
    access: "admin",
    input: Given.extend({ days: z.int().min(1).max(60).default(7).describe("Number of days before now.") }),
    output: z.object({
      from: Timestamp.describe("Start of the tested values."),
      to: Timestamp.describe("End of the tested values."),
      over: z.enum(["minutes", "hours"]).describe("Resolution of the tested values."),
      rang: z.int().describe("Number of times that the rule would have fired."),
      times: z
        .array(
          z.object({
            from: Timestamp.describe("Time when the rule would have fired."),
            to: Timestamp.nullable().describe("Time when the rule would have been resolved; null if not yet."),
          }),
        )
        .describe("The last 100 of these times, oldest first."),
      unknownMinutes: z.int().describe("Number of minutes without a value."),
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
