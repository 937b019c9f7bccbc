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
    text: Line.describe("What users read."),
    startsAt: Timestamp.describe("When it begins."),
    endsAt: Timestamp.describe("When it ends. It is shown until then."),
  })
  .refine(({ startsAt, endsAt }) => Date.parse(startsAt) < Date.parse(endsAt), {
    path: ["endsAt"],
    message: "must be after `startsAt`",
  });

const choices = {
  isOn: z.boolean().describe("Whether there is a status page."),
  title: z
    .string()
    .trim()
    .max(100)
    .regex(/^[^\p{Cc}]*$/u, "must be one line of text")
    .describe("What stands above it. Empty: `Status`."),
  files: z.array(DatabaseName).max(100).describe("The files that it shows. No other name is on it."),
  schedules: z.array(Id).max(20).describe("The schedules whose names and next runs it shows."),
  notices: z.array(Notice).max(20).describe("What else is planned."),
};
const version = z.int().min(0).describe("The settings' version. 0 while none were ever set.");

const Kept = z.object({ ...choices, version });

const Planned = z.object({
  text: z.string().describe("What it is."),
  startsAt: Timestamp.describe("When it begins."),
  endsAt: Timestamp.nullable().describe("When it ends. Null: not known."),
});

/** Status as shown to users. */
export const Status = z.object({
  title: z.string().describe("What stands above the page."),
  server: z.enum(["running", "away"]).describe("Whether FileMaker Server runs."),
  files: z
    .array(
      z.object({
        name: z.string().describe("The file's name."),
        state: z.enum(["open", "closed", "unknown"]).describe("Whether it is open."),
      }),
    )
    .describe("The files that were chosen for the page."),
  planned: z.array(Planned).describe("What is planned, the next first."),
  incident: z
    .object({
      startedAt: Timestamp.describe("Since when FileMaker Server did not run."),
      endedAt: Timestamp.nullable().describe("Until when. Null: it goes on."),
    })
    .nullable()
    .describe("The last time that FileMaker Server did not run. Null: none is known."),
  seenAt: Timestamp.describe("When all of this was looked at."),
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
    summary: "Which files are open and what is planned, as a page for their users",
    description:
      "Needs no credential, and shows what administrators have chosen for it. While it is off, nothing is at this path. What it says is looked at once in 15 seconds, however many ask.",
    access: "anyone",
    answers: "page",
    keptSeconds: 10,
    input: z.object({}),
    output: Page,
    errors: ["route_not_found"],
  },
  getStatus: {
    method: "GET",
    path: "/svc/api/status",
    summary: "Which files are open and what is planned",
    description: "The same as the page `/svc/status`, for programs.",
    access: "anyone",
    keptSeconds: 10,
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
    summary: "Read what the status page shows",
    access: "admin",
    input: z.object({}),
    output: Kept,
    errors: [],
    example: { output: { ...example, version: 1 } },
  },
  setStatusPageSettings: {
    method: "PUT",
    path: "/svc/api/settings/status-page",
    summary: "Set what the status page shows",
    description: "Names of files and schedules that are listed here can be read by everyone who reaches the service.",
    access: "admin",
    input: z.object({
      ...choices,
      version: version.optional().describe("The version that was read. Refused with 412 when it is not the newest."),
    }),
    output: Kept,
    errors: ["settings_changed"],
    changes: () => "status-page",
    example: { input: example, output: { ...example, version: 1 } },
  },
});
