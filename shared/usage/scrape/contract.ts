import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";

const MetricsToken = z.object({
  hint: z.string().describe("`mt_…` and the token's last four characters."),
  createdAt: Timestamp.describe("Creation time."),
  createdBy: z.string().describe("The user who created the token, named as in the audit trail."),
});

const tokenExample = { hint: "mt_…q7Xe", createdAt: "2026-11-20T09:15:02.114Z", createdBy: "account:admin" } as const;

export const scrape = resource({
  scrapeMetrics: {
    method: "GET",
    path: "/svc/metrics",
    summary: "Get metrics for Prometheus",
    description:
      "All counters and durations, and the latest readings of FileMaker Server's statistics while they are enabled. Send the metrics token in `Authorization: Bearer`; keys aren't accepted here, and the token isn't accepted elsewhere. " +
      "`Accept` selects OpenMetrics 1.0 or Prometheus' text format 0.0.4. " +
      "On one machine counters start at 0 when the service starts, on AWS at midnight UTC. A key is labeled with its id; labels never have layouts, scripts or addresses.",
    access: "own",
    credential: "metrics-token",
    answers: "bytes",
    input: z.object({}),
    output: z.unknown(),
    errors: ["metrics_token_refused"],
    example: { input: {} },
  },
  getMetricsToken: {
    method: "GET",
    path: "/svc/api/metrics-token",
    summary: "Get the metrics token",
    access: "admin",
    input: z.object({}),
    output: z.object({
      token: MetricsToken.nullable().describe("The token; null if there is none and metrics can't be read."),
    }),
    errors: [],
    example: { output: { token: tokenExample } },
  },
  makeMetricsToken: {
    method: "POST",
    path: "/svc/api/metrics-token",
    summary: "Create or rotate the metrics token",
    description: "The previous token is no longer accepted. The value is returned only here.",
    access: "admin",
    holdsSecret: true,
    input: z.object({}),
    output: z.object({
      token: MetricsToken.describe("The stored details of the token."),
      value: z.string().describe("Value of the token. It is returned only once."),
    }),
    changes: () => "metrics-token",
    errors: [],
    example: {
      output: { token: tokenExample, value: "mt_3vYk0QmXw8Rr1nTzB5cLh7JdPa2sUeGf9oVbMi4tq7Xe" },
    },
  },
  deleteMetricsToken: {
    method: "DELETE",
    path: "/svc/api/metrics-token",
    summary: "Delete the metrics token",
    description: "Metrics can't be read without a token.",
    access: "admin",
    input: z.object({}),
    output: z.object({ deleted: z.boolean().describe("True if there was a token.") }),
    changes: () => "metrics-token",
    errors: [],
    example: { output: { deleted: true } },
  },
});
