import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";

const Day = z.iso.date();
const Bytes = z.number().min(0);

const License = z.object({
  product: z.string().nullable().describe("Name of the product; null if unknown."),
  version: z.string().nullable().describe("Version that the license is for; null if unknown."),
  kind: z
    .enum(["users", "concurrent", "core", "unknown"])
    .describe("`users`: named users. `concurrent`: simultaneous users. `core`: the machine's cores."),
  userLimit: z.number().nullable().describe("Number of users, connections or cores of the license; null if unknown."),
  expiresOn: Day.nullable().describe("Last day of the license; null if it is unknown or has no end."),
  daysLeft: z.int().nullable().describe("Days until then. Negative after the end; null if unknown."),
});
export type License = z.infer<typeof License>;

const Users = z.object({
  connected: z
    .int()
    .nullable()
    .describe("Connected clients that count as users: FileMaker Pro, FileMaker Go and WebDirect. Null if unknown."),
  peak: z
    .object({
      connected: z.int().describe("Number of clients."),
      at: Timestamp.describe("Time of the sample."),
    })
    .nullable()
    .describe("Most clients in the samples of the last 30 days, one every 15 minutes; null without a sample."),
  sampledSince: Timestamp.nullable().describe("Time of the first sample in these 30 days; null without one."),
});

const Forecast = z.object({
  outcome: z
    .enum(["runs_out", "lasts", "no_limit", "unknown"])
    .describe(
      "`runs_out`: the allowance is used up before its reset. `lasts`: it isn't. `no_limit`: this server enforces none. `unknown`: " +
        "there are samples of fewer than 14 days, or limit, use or reset are unknown.",
    ),
  runsOutOn: Day.nullable().describe("Day on which the allowance is used up; null if it lasts or the day is unknown."),
  usedBytesAtReset: Bytes.nullable().describe("Bytes that will have been used by the reset; null if unknown."),
  basedOnDays: z.int().min(0).describe("Number of days whose traffic the forecast is based on."),
});
export type Forecast = z.infer<typeof Forecast>;

const Allowance = z.object({
  limitBytes: Bytes.nullable().describe("Bytes that Data API and OData may send per year; null if unknown."),
  limitSource: z
    .enum(["usage", "license"])
    .nullable()
    .describe("`usage`: the limit that the server checks. `license`: the amount that the license names."),
  isEnforced: z
    .boolean()
    .nullable()
    .describe("False if the server reports that it checks no limit, as servers can since 2024; null if unknown."),
  usedBytes: Bytes.nullable().describe("Bytes sent since the last reset, as the server counts them; null if unknown."),
  usedShare: z.number().nullable().describe("Share of the limit that is used, from 0 to 1 or more; null if unknown."),
  resetsOn: Day.nullable().describe("Day on which the allowance is reset; null if unknown."),
  daysToReset: z.int().nullable().describe("Days until then; null if unknown."),
  forecast: Forecast.describe("Forecast from the traffic of past days, their growth and, after a year, their season."),
});
export type Allowance = z.infer<typeof Allowance>;

const Traffic = z.object({
  from: Timestamp.nullable().describe(
    "Start of the compared time: the last reset or the first sample; null without samples.",
  ),
  serverBytes: Bytes.nullable().describe("Bytes that the server counted in this time; null if unknown."),
  keys: z
    .array(
      z.object({
        key: z.string().describe("The key, named as in the audit trail: `data-key:7`; `none` for calls without a key."),
        bytes: Bytes.describe("Bytes in responses of Data API and OData to this key."),
        share: z.number().nullable().describe("Share of the server's bytes; null if those are unknown."),
      }),
    )
    .describe("Keys, largest first, at most 100."),
  otherBytes: Bytes.nullable().describe("Bytes that weren't sent through Latchkey; null if unknown."),
  otherShare: z.number().nullable().describe("Their share of the server's bytes; null if unknown."),
});
export type Traffic = z.infer<typeof Traffic>;

export const license = resource({
  getLicense: {
    method: "GET",
    path: "/svc/api/license",
    summary: "Get FileMaker Server's license: users, allowance, forecast, and share of each key",
    description:
      "Asks FileMaker Server now, and adds samples that Latchkey takes every 15 minutes while an Admin API key is stored. What this " +
      "release of FileMaker Server or this account doesn't tell is null. The purchase id isn't returned.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      license: License.describe("The license."),
      users: Users.describe("Users now, and at most in 30 days."),
      allowance: Allowance.describe("Yearly allowance of Data API and OData, which share it."),
      traffic: Traffic.describe("Who used the allowance."),
    }),
    errors: ["upstream_unreachable", "certificate_refused", "admin_role_refused"],
    example: {
      output: {
        license: {
          product: "FileMaker Server",
          version: "22",
          kind: "users",
          userLimit: 50,
          expiresOn: "2027-06-30",
          daysLeft: 222,
        },
        users: {
          connected: 31,
          peak: { connected: 47, at: "2026-11-09T08:45:00.000Z" },
          sampledSince: "2026-10-21T00:00:00.000Z",
        },
        allowance: {
          limitBytes: 1_200_000_000_000,
          limitSource: "usage",
          isEnforced: true,
          usedBytes: 512_400_000_000,
          usedShare: 0.427,
          resetsOn: "2027-06-30",
          daysToReset: 222,
          forecast: { outcome: "lasts", runsOutOn: null, usedBytesAtReset: 1_130_000_000_000, basedOnDays: 143 },
        },
        traffic: {
          from: "2026-06-30T00:00:00.000Z",
          serverBytes: 512_400_000_000,
          keys: [{ key: "data-key:7", bytes: 307_440_000_000, share: 0.6 }],
          otherBytes: 204_960_000_000,
          otherShare: 0.4,
        },
      },
    },
  },
  listLicenseDays: {
    method: "GET",
    path: "/svc/api/license/days",
    summary: "List users and traffic per day",
    description:
      "A row for each day with a sample, in order. Days are in UTC. They are kept for three years. " +
      "For clients that accept `text/csv` the response is a table.",
    access: "admin",
    input: z.object({
      from: Day.optional().describe("First day. Default: 30 days ago."),
      to: Day.optional().describe("Last day. Default: today."),
    }),
    output: z.object({
      days: z
        .array(
          z.object({
            day: Day.describe("The day."),
            peakUsers: z.int().nullable().describe("Most connected users; null if unknown."),
            bytes: Bytes.nullable().describe("Bytes that the server counted since the sample before; null if unknown."),
          }),
        )
        .describe("The days, in order."),
    }),
    table: ({
      days,
    }: {
      readonly days: readonly {
        readonly day: string;
        readonly peakUsers: number | null;
        readonly bytes: number | null;
      }[];
    }) => [["day", "peakUsers", "bytes"], ...days.map(({ day, peakUsers, bytes }) => [day, peakUsers, bytes])],
    errors: [],
    example: {
      input: { from: "2026-11-19", to: "2026-11-20" },
      output: {
        days: [
          { day: "2026-11-19", peakUsers: 44, bytes: 3_912_000_000 },
          { day: "2026-11-20", peakUsers: 47, bytes: 1_204_000_000 },
        ],
      },
    },
  },
});
