import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of usage. */
export const usageErrors = {
  usage_range_refused: {
    code: 19900,
    status: 400,
    sentence: "The figures cannot be answered for this range in these steps",
    cause:
      "`from` is not before `to`, or there are more than 3,000 steps between them, or the steps are finer than what is still kept: minutes are kept for a day, hours for 60 days, days for two years.",
    remedy: "Ask for a shorter range or for longer steps, or leave `step` out: then one that fits is chosen.",
  },
  usage_label_unknown: {
    code: 19901,
    status: 400,
    sentence: "This metric does not have every label that was named",
    cause: "`by` or a filter names a label that the metric does not have. The text lists those that it has.",
    remedy: "Leave the label out, or ask for another metric.",
  },
  metrics_token_refused: {
    code: 19902,
    status: 401,
    sentence: "The metrics token is not accepted",
    cause:
      "No metrics token was sent, or it was replaced or removed, or what came is a key: keys do not open the metrics.",
    remedy: "Send `Authorization: Bearer mt_…` with the token that was shown when it was made, or make another.",
  },
  statistics_not_switched: {
    code: 19903,
    status: 502,
    sentence: "FileMaker Server did not switch its statistics",
    cause: "fmsadmin ended with an error on the database host. The text has what it wrote.",
    remedy: "Look whether the Database Server runs, and try again.",
  },
  alert_not_found: {
    code: 19904,
    status: 404,
    sentence: "There is no alert rule with this id",
    cause: "The id is wrong, or the rule was deleted.",
    remedy: "List the rules with `GET /svc/api/alerts`.",
  },
  alert_refused: {
    code: 19905,
    status: 400,
    sentence: "This alert rule cannot be looked at",
    cause:
      "The metric does not have this statistic, a threshold is missing or too many, or `clearThreshold` lies where the rule rings. The text says which.",
    remedy: "Change what the text names.",
  },
  alerts_too_many: {
    code: 19906,
    status: 409,
    sentence: "There are 100 alert rules, which is as many as there can be",
    cause: "Every rule is looked at every minute.",
    remedy: "Delete one that is not needed, or change it.",
  },
} as const satisfies ErrorEntries;
