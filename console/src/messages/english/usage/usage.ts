import { plural } from "../../plural.ts";

/** Figures over time: calls, errors, waiting times. */
export const usageMessages = {
  title: "Usage",
  calls: "Calls",
  waits: "Time to first byte",
  errors: "Errors",
  range: "Range",
  ranges: { "1h": "1 h", "24h": "24 h", "7d": "7 d", "60d": "60 d", "2y": "2 y" },
  split: "By",
  splits: { outcome: "Outcome", key: "Key", file: "File", api: "API", method: "Method" },
  compare: "Week ago",
  weekAgo: { sum: "A week ago", p50: "50 % a week ago", p95: "95 % a week ago" },
  percentiles: { p50: "50 % within", p95: "95 % within", p99: "99 % within" },
  outcomes: {
    answered: "Answered",
    rejected: "Error of FileMaker",
    refused: "Refused here",
    failed: "No answer",
    abandoned: "Caller left",
  },
  apis: { data: "Data API", odata: "OData", admin: "Admin API", streaming: "Streaming" },
  code: (number: string) => `FileMaker ${number}`,
  otherCode: "FileMaker, no number",
  noKey: "No known key",
  noFile: "No file",
  others: "All others",
  otherErrors: "Other errors of FileMaker",
  otherRefusals: "Other refusals",
  milliseconds: (milliseconds: string) => `${milliseconds} ms`,
  gaps: {
    stopped: "The service was not running.",
    lost: "The service ended without notice: calls of this time may be missing.",
  },
  started: "Service started",
  failing: (count: number) => `No call was answered: ${plural(count, "call", "calls")} failed since`,
} as const;
