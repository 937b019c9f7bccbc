import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const usageErrors = {
  usage_range_refused: {
    code: 19900,
    status: 400,
    sentence: "No data for this time range and step",
    cause:
      "`from` isn't before `to`, there are more than 3,000 steps, or the steps are finer than what is stored: minutes are kept for a day, hours for 60 days, days for two years.",
    remedy: "Use a shorter range or longer steps, or leave out `step` to let Latchkey choose.",
  },
  usage_label_unknown: {
    code: 19901,
    status: 400,
    sentence: "Unknown label for this metric",
    cause: "`by` or a filter names a label that the metric doesn't have. The message lists its labels.",
    remedy: "Leave out the label, or choose another metric.",
  },
  metrics_token_refused: {
    code: 19902,
    status: 401,
    sentence: "Invalid metrics token",
    cause: "No metrics token was sent, or it was replaced or removed, or a key was sent. Keys can't read metrics.",
    remedy: "Send `Authorization: Bearer mt_…` with the token shown at its creation, or create another.",
  },
  statistics_not_switched: {
    code: 19903,
    status: 502,
    sentence: "FileMaker Server couldn't change its statistics setting",
    cause: "fmsadmin failed on the database host. The message has its output.",
    remedy: "Check that the Database Server is running, and try again.",
  },
  alert_not_found: {
    code: 19904,
    status: 404,
    sentence: "Alert rule not found",
    cause: "The ID is wrong, or the rule was deleted.",
    remedy: "List the rules with `GET /svc/api/alerts`.",
  },
  alert_refused: {
    code: 19905,
    status: 400,
    sentence: "Invalid alert rule",
    cause:
      "The metric doesn't have this statistic, a threshold is missing or not allowed, or the rule would fire at `clearThreshold`. The message says which.",
    remedy: "Change the values that the message names.",
  },
  alerts_too_many: {
    code: 19906,
    status: 409,
    sentence: "The limit of 100 alert rules is reached",
    cause: "Every rule is evaluated every minute.",
    remedy: "Delete a rule that you don't need, or change it.",
  },
} as const satisfies ErrorEntries;
