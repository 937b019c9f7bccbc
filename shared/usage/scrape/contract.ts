import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";

const MetricsToken = z.object({
  hint: z.string().describe("`mt_…` and the token's last four characters."),
  createdAt: Timestamp.describe("When it was made."),
  createdBy: z.string().describe("Who made it, as the audit trail names people."),
});

const tokenExample = { hint: "mt_…q7Xe", createdAt: "2026-11-20T09:15:02.114Z", createdBy: "account:admin" } as const;

export const scrape = resource({
  scrapeMetrics: {
    method: "GET",
    path: "/svc/metrics",
    summary: "Metrics for Prometheus",
    description:
      "All counters and waiting times, and the newest readings of FileMaker Server's statistics while they are on, for a server that collects metrics. The metrics token goes in `Authorization: Bearer`; no key opens this, and the token opens nothing else. " +
      "By `Accept` the answer is in OpenMetrics 1.0 or in Prometheus' text format 0.0.4. " +
      "On one machine counters begin at 0 when the service starts, on AWS at midnight UTC. A key is its number; layouts, scripts and addresses are in no label.",
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
    summary: "Read whether there is a metrics token",
    access: "admin",
    input: z.object({}),
    output: z.object({ token: MetricsToken.nullable().describe("Null: nobody can read metrics.") }),
    errors: [],
    example: { output: { token: tokenExample } },
  },
  makeMetricsToken: {
    method: "POST",
    path: "/svc/api/metrics-token",
    summary: "Make a metrics token, or replace it",
    description: "The token that was there is not accepted any more. The value is in this answer only.",
    access: "admin",
    holdsSecret: true,
    input: z.object({}),
    output: z.object({
      token: MetricsToken.describe("What is kept of it."),
      value: z.string().describe("The token itself. It is shown this one time."),
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
    summary: "Remove the metrics token",
    description: "Nobody can read metrics then.",
    access: "admin",
    input: z.object({}),
    output: z.object({ deleted: z.boolean().describe("Whether there was one.") }),
    changes: () => "metrics-token",
    errors: [],
    example: { output: { deleted: true } },
  },
});
