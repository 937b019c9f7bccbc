import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Page } from "#shared/contract/page.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";

const Line = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, "must be one line of text");

/** Announcement for users. */
const Notice = z
  .object({
    text: Line.describe("Text for users."),
    startsAt: Timestamp.describe("Start time."),
    endsAt: Timestamp.describe("End time. The notice is shown until then."),
  })
  .refine(({ startsAt, endsAt }) => Date.parse(startsAt) < Date.parse(endsAt), {
    path: ["endsAt"],
    message: "must be after `startsAt`",
  });

const choices = {
  isOn: z.boolean().describe("True if the status page is enabled."),
  title: z
    .string()
    .trim()
    .max(100)
    .regex(/^[^\p{Cc}]*$/u, "must be one line of text")
    .describe("Title of the page. Empty means `Status`."),
  files: z.array(DatabaseName).max(100).describe("Files that the page shows. It shows no other names."),
  schedules: z.array(Id).max(20).describe("Schedules whose names and next runs the page shows."),
  notices: z.array(Notice).max(20).describe("Other planned events."),
};
const version = z.int().min(0).describe("Version of the settings; 0 if they were never set.");

const Kept = z.object({ ...choices, version });

const Planned = z.object({
  text: z.string().describe("Name of the event."),
  startsAt: Timestamp.describe("Start time."),
  endsAt: Timestamp.nullable().describe("End time; null if unknown."),
});

/** Status as shown to users. */
export const Status = z.object({
  title: z.string().describe("Title of the page."),
  server: z.enum(["running", "away"]).describe("State of FileMaker Server."),
  files: z
    .array(
      z.object({
        name: z.string().describe("Name of the file."),
        state: z.enum(["open", "closed", "unknown"]).describe("State of the file."),
      }),
    )
    .describe("The files chosen for the page."),
  planned: z.array(Planned).describe("Planned events, next first."),
  incident: z
    .object({
      startedAt: Timestamp.describe("Start of the outage."),
      endedAt: Timestamp.nullable().describe("End of the outage; null if it is ongoing."),
    })
    .nullable()
    .describe("Last outage of FileMaker Server; null if none is known."),
  seenAt: Timestamp.describe("Time of the check."),
});
export type Status = z.infer<typeof Status>;

const example = {
  isOn: true,
  title: "FileMaker at Acme",
  files: ["Contacts"],
  schedules: [3],
  notices: [
    { text: "Move to the new machine", startsAt: "2026-11-28T18:00:00.000Z", endsAt: "2026-11-28T20:00:00.000Z" },
  ],
};

/** Public status page for the users of the files, without sign-in. */
export const statusPage = resource({
  getStatusPage: {
    method: "GET",
    path: "/svc/status",
    summary: "Show the status page",
    description:
      "Needs no credential and shows what administrators have chosen. While the page is disabled, the response is 404. The status is checked at most every 15 seconds, regardless of the number of requests.",
    access: "anyone",
    answers: "page",
    cache: 10,
    input: z.object({}),
    output: Page,
    errors: ["route_not_found"],
  },
  getStatus: {
    method: "GET",
    path: "/svc/api/status",
    summary: "Get the status of files and planned events",
    description: "The content of the page `/svc/status` as JSON.",
    access: "anyone",
    cache: 10,
    input: z.object({}),
    output: Status,
    errors: ["route_not_found"],
    example: {
      output: {
        title: "FileMaker at Acme",
        server: "running",
        files: [{ name: "Contacts", state: "open" }],
        planned: example.notices,
        incident: { startedAt: "2026-11-20T08:15:00.000Z", endedAt: "2026-11-20T08:21:00.000Z" },
        seenAt: "2026-11-26T09:00:00.000Z",
      },
    },
  },
  getStatusPageSettings: {
    method: "GET",
    path: "/svc/api/settings/status-page",
    summary: "Get the settings of the status page",
    access: "admin",
    input: z.object({}),
    output: Kept,
    errors: [],
    example: { output: { ...example, version: 1 } },
  },
  setStatusPageSettings: {
    method: "PUT",
    path: "/svc/api/settings/status-page",
    summary: "Update the settings of the status page",
    description: "Anyone who can reach the service can read the names of the files and schedules listed here.",
    access: "admin",
    input: z.object({
      ...choices,
      version: version
        .optional()
        .describe("Version of the settings that you read. If it isn't the newest, the response is 412."),
    }),
    output: Kept,
    errors: ["settings_changed"],
    changes: () => "status-page",
    example: { input: example, output: { ...example, version: 1 } },
  },
});
