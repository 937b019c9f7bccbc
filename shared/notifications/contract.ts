import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Id, Limit, Timestamp } from "#shared/contract/scalars.ts";
import { EventName, Severity } from "./events/contract.ts";
import { ShownTarget, Target } from "./targets/contract.ts";

const label = z.string().trim().min(1).max(200).describe("Name of the destination.");
const active = z.boolean().describe("True if notifications are sent to the destination.");
const events = z
  .array(EventName)
  .max(100)
  .nullable()
  .describe("Events that are sent to the destination; null means all.");
const minimumSeverity = Severity.describe("Minimum severity. `warning` leaves out events of success.");

/** Destination of notifications. */
export const Destination = z.object({
  id: Id.describe("Its id."),
  label,
  active,
  disabledReason: z.string().nullable().describe("Reason why Latchkey disabled the destination; null if it didn't."),
  target: ShownTarget.describe("The target, without secrets."),
  events,
  minimumSeverity,
  createdAt: Timestamp.describe("Creation time."),
  updatedAt: Timestamp.describe("Time of the last change."),
  lastSentAt: Timestamp.nullable().describe("Time of the last attempt, successful or not."),
  lastResult: z
    .string()
    .nullable()
    .describe(
      "Result of the last attempt. For Teams, the message was accepted, but not necessarily posted; check the workflow's run history.",
    ),
  lastResultIsError: z.boolean().nullable().describe("True if the last attempt failed."),
  delivered: z.int().describe("Number of notifications delivered."),
  source: z.string().describe("Source of its deliveries, for `GET /svc/api/deliveries`."),
});
export type Destination = z.output<typeof Destination>;

/** Event that was notified. */
export const NotificationEvent = z.object({
  id: z.string().describe("The event's id."),
  event: EventName,
  severity: Severity,
  title: z.string().describe("Title of the event."),
  text: z.string().describe("Details of the event."),
  at: Timestamp.describe("Time of the event."),
  repeats: z
    .int()
    .describe("Number of times that the same event occurred within the following hour. These were counted, not sent."),
});
export type NotificationEvent = z.output<typeof NotificationEvent>;

const ById = { id: z.coerce.number().pipe(Id).describe("The destination's id.") };
const destinationOf = ({ id }: { readonly id: number }) => `notification-destination:${id}`;
const Secret = z
  .string()
  .nullable()
  .describe("Secret that signs a webhook's calls. It is returned only once; null for other types.");

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
    summary: "List notification destinations",
    access: "admin",
    input: z.object({}),
    output: z.object({ destinations: z.array(Destination).describe("All destinations, oldest first.") }),
    errors: [],
    example: { output: { destinations: [example] } },
  },
  createNotificationDestination: {
    method: "POST",
    path: "/svc/api/notifications/destinations",
    summary: "Add a notification destination",
    description:
      "Slack, Microsoft Teams, Discord, another server, or people by email. Private networks are allowed only if `CALLOUT_NETWORKS` lists them.",
    access: "admin",
    input: z.object({
      label,
      target: Target.describe("The target."),
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
    summary: "Get a notification destination",
    access: "admin",
    input: z.object(ById),
    output: z.object({ destination: Destination.describe("The destination.") }),
    errors: ["destination_not_found"],
    example: { input: { id: 3 }, output: { destination: example } },
  },
  updateNotificationDestination: {
    method: "PATCH",
    path: "/svc/api/notifications/destinations/{id}",
    summary: "Update a notification destination",
    description: "Values that you leave out stay unchanged. The type of the target can't be changed.",
    access: "admin",
    input: z.object({
      ...ById,
      label: label.optional(),
      target: Target.optional().describe("The new target, complete."),
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
    summary: "Delete a notification destination",
    description: "Pending notifications are no longer sent.",
    access: "admin",
    input: z.object(ById),
    output: z.object({ ok: z.literal(true).describe("Always true.") }),
    changes: destinationOf,
    errors: ["destination_not_found"],
    example: { input: { id: 3 }, output: { ok: true } },
  },
  testNotificationDestination: {
    method: "POST",
    path: "/svc/api/notifications/destinations/{id}/test",
    summary: "Send a test notification and return the result",
    description: "Sends one notification at once, even if the destination is disabled.",
    access: "admin",
    input: z.object(ById),
    output: z.object({
      ok: z.boolean().describe("True if the notification was accepted."),
      msg: z.string().describe("Result of the test."),
      deliveryId: z.string().describe("Id of the delivery, which has the request and the response."),
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
    summary: "Rotate the signing secret of a webhook",
    description: "For a while, calls are signed with both secrets, so the receiver can switch without a gap.",
    access: "admin",
    input: z.object({
      ...ById,
      previousHours: z.int().min(0).max(720).default(24).describe("Hours for which the old secret also signs calls."),
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
    summary: "List notified events, newest first",
    description:
      "Events of the last 30 days, sent or not. Latchkey monitors the agent, FileMaker Server, keys, disks, certificates and sign-ins while at least one destination is active.",
    access: "admin",
    input: z.object({ cursor: Cursor.optional(), limit: Limit.default(50) }),
    output: z.object({
      events: z.array(NotificationEvent).describe("One page of events."),
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
            title: "Build failed",
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
