import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Id, Limit, Timestamp } from "#shared/contract/scalars.ts";
import { EventName, Severity } from "./events/contract.ts";
import { ShownTarget, Target } from "./targets/contract.ts";

const label = z.string().trim().min(1).max(200).describe("What it is called.");
const active = z.boolean().describe("Whether notifications are sent there.");
const events = z.array(EventName).max(100).nullable().describe("The events that it gets. Null: all.");
const minimumSeverity = Severity.describe("Events of less are not sent there. `warning` leaves out what went well.");

/** Destination of notifications. */
export const Destination = z.object({
  id: Id.describe("Its id."),
  label,
  active,
  disabledReason: z.string().nullable().describe("Why it was switched off, where Latchkey did it."),
  target: ShownTarget.describe("Where it is, without secrets."),
  events,
  minimumSeverity,
  createdAt: Timestamp.describe("When it was made."),
  updatedAt: Timestamp.describe("When it was changed last."),
  lastSentAt: Timestamp.nullable().describe("When something was last sent there, whatever came of it."),
  lastResult: z
    .string()
    .nullable()
    .describe(
      "What came of it. From Teams: that it was taken, which is not that it was posted; the workflow's run history says that.",
    ),
  lastResultIsError: z.boolean().nullable().describe("Whether it failed."),
  delivered: z.int().describe("How many notifications have arrived."),
  source: z.string().describe("What its deliveries belong to, for `GET /svc/api/deliveries`."),
});
export type Destination = z.output<typeof Destination>;

/** Event that was notified. */
export const NotificationEvent = z.object({
  id: z.string().describe("The event's id."),
  event: EventName,
  severity: Severity,
  title: z.string().describe("What it is, in a sentence."),
  text: z.string().describe("What it is about."),
  at: Timestamp.describe("When it happened."),
  repeats: z
    .int()
    .describe("How often the same has happened within the hour behind it: that was counted, and not sent."),
});
export type NotificationEvent = z.output<typeof NotificationEvent>;

const ById = { id: z.coerce.number().pipe(Id).describe("The destination's id.") };
const destinationOf = ({ id }: { readonly id: number }) => `notification-destination:${id}`;
const Secret = z
  .string()
  .nullable()
  .describe("The secret that signs the calls of a webhook, shown this once. Null for the other kinds.");

const example: Destination = {
  id: 3,
  label: "Operations",
  active: true,
  disabledReason: null,
  target: { type: "slack", channelUrl: "https://hooks.slack.com/…" },
  events: null,
  minimumSeverity: "warning",
  createdAt: "2026-11-20T09:15:02.114Z",
  updatedAt: "2026-11-20T09:15:02.114Z",
  lastSentAt: "2026-11-20T09:16:00.000Z",
  lastResult: "HTTP 200",
  lastResultIsError: false,
  delivered: 1,
  source: "notification-3",
};

export const notifications = resource({
  listNotificationDestinations: {
    method: "GET",
    path: "/svc/api/notifications/destinations",
    summary: "List the destinations of notifications",
    access: "admin",
    input: z.object({}),
    output: z.object({ destinations: z.array(Destination).describe("All of them, the oldest first.") }),
    errors: [],
    example: { output: { destinations: [example] } },
  },
  createNotificationDestination: {
    method: "POST",
    path: "/svc/api/notifications/destinations",
    summary: "Add a destination of notifications",
    description:
      "Slack, Microsoft Teams, Discord, another server, or people by e-mail. Private networks are reached only where `CALLOUT_NETWORKS` lists them.",
    access: "admin",
    input: z.object({
      label,
      target: Target.describe("Where it is."),
      active: active.default(true),
      events: events.default(null),
      minimumSeverity: minimumSeverity.default("info"),
    }),
    output: z.object({ destination: Destination.describe("The destination."), secret: Secret }),
    changes: (_input: unknown, output?: { readonly destination: { readonly id: number } }) =>
      output && destinationOf(output.destination),
    errors: ["secret_masked"],
    example: {
      input: {
        label: "Operations",
        target: { type: "slack", channelUrl: "https://hooks.slack.com/services/T0/B0/x" },
        minimumSeverity: "warning",
      },
      output: { destination: example, secret: null },
    },
  },
  getNotificationDestination: {
    method: "GET",
    path: "/svc/api/notifications/destinations/{id}",
    summary: "Read one destination of notifications",
    access: "admin",
    input: z.object(ById),
    output: z.object({ destination: Destination.describe("The destination.") }),
    errors: ["destination_not_found"],
    example: { input: { id: 3 }, output: { destination: example } },
  },
  updateNotificationDestination: {
    method: "PATCH",
    path: "/svc/api/notifications/destinations/{id}",
    summary: "Change a destination of notifications",
    description: "What is left out stays. The kind of its target cannot be changed.",
    access: "admin",
    input: z.object({
      ...ById,
      label: label.optional(),
      target: Target.optional().describe("Where it is from now on, all of it."),
      active: active.optional(),
      events: events.optional(),
      minimumSeverity: minimumSeverity.optional(),
    }),
    output: z.object({ destination: Destination.describe("The destination.") }),
    changes: destinationOf,
    errors: ["destination_not_found", "destination_type_fixed", "secret_masked"],
    example: {
      input: { id: 3, minimumSeverity: "error" },
      output: { destination: { ...example, minimumSeverity: "error" } },
    },
  },
  deleteNotificationDestination: {
    method: "DELETE",
    path: "/svc/api/notifications/destinations/{id}",
    summary: "Delete a destination of notifications",
    description: "What is on its way there is not sent any more.",
    access: "admin",
    input: z.object(ById),
    output: z.object({ ok: z.literal(true).describe("It is gone.") }),
    changes: destinationOf,
    errors: ["destination_not_found"],
    example: { input: { id: 3 }, output: { ok: true } },
  },
  testNotificationDestination: {
    method: "POST",
    path: "/svc/api/notifications/destinations/{id}/test",
    summary: "Send a test notification, and say how it went",
    description: "Sent once, at once, and also to a destination that is switched off.",
    access: "admin",
    input: z.object(ById),
    output: z.object({
      ok: z.boolean().describe("Whether it was taken."),
      msg: z.string().describe("What came of it."),
      deliveryId: z.string().describe("Its delivery, with request and answer."),
    }),
    changes: destinationOf,
    errors: ["destination_not_found"],
    example: {
      input: { id: 3 },
      output: { ok: true, msg: "HTTP 200", deliveryId: "notification-3_019aa0c2f3b47c5d8e9f00112233aabb" },
    },
  },
  renewNotificationSecret: {
    method: "POST",
    path: "/svc/api/notifications/destinations/{id}/secret",
    summary: "Give a webhook a new secret for its signatures",
    description: "For a while calls are signed with both, so that the receiver can change over without a gap.",
    access: "admin",
    input: z.object({
      ...ById,
      previousHours: z.int().min(0).max(720).default(24).describe("How long the old one signs too."),
    }),
    output: z.object({ destination: Destination.describe("The destination."), secret: Secret }),
    changes: destinationOf,
    errors: ["destination_not_found", "destination_unsigned"],
    example: {
      input: { id: 3 },
      output: {
        destination: {
          ...example,
          target: { type: "webhook", webhookUrl: "https://ops.example.com/…", headerNames: [] },
        },
        secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
      },
    },
  },
  listNotificationEvents: {
    method: "GET",
    path: "/svc/api/notifications/events",
    summary: "List the events that were notified, newest first",
    description:
      "Those of the last 30 days, whether or not a destination wanted them. What goes wrong by itself (the agent, FileMaker Server, keys, disks, certificates, sign-ins) is looked after while at least one destination is active.",
    access: "admin",
    input: z.object({ cursor: Cursor.optional(), limit: Limit.default(50) }),
    output: z.object({
      events: z.array(NotificationEvent).describe("A page of them."),
      cursor: Cursor.nullable(),
    }),
    errors: [],
    example: {
      output: {
        events: [
          {
            id: "019aa0c2f3b47c5d8e9f00112233aabb",
            event: "build_failed",
            severity: "error",
            title: "A build has failed",
            text: "Build release-1",
            at: "2026-11-20T09:15:02.114Z",
            repeats: 0,
          },
        ],
        cursor: null,
      },
    },
  },
});
