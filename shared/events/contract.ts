import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Limit, Timestamp } from "#shared/contract/scalars.ts";

/** Notice that an object has changed. The object's own operation returns its current state. */
export const Event = z.object({
  id: z.int().min(1).describe("Its number. Events have no gaps."),
  kind: z.literal("changed").describe("Created, changed, moved on or deleted."),
  object: z
    .string()
    .describe(
      "What, as the audit trail names it: `process:42`, `data-key:7`; `audit-trail` where something was refused and nothing else is new.",
    ),
  at: Timestamp.describe("When it changed."),
});
export type Event = z.infer<typeof Event>;

const Position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const events = resource({
  followEvents: {
    method: "GET",
    path: "/svc/api/events",
    summary: "Follow what changes",
    description:
      "With `Accept: text/event-stream` an event stream: each message has the event's number as `id` and the event as JSON in `data`; " +
      "a client that comes back sends the last number as `Last-Event-ID`. A stream ends after some minutes, and clients come back then. " +
      "A caller can have 10 open at a time. " +
      "A message of the type `missed` says that events are lost to this client, which has to read again what it shows. " +
      "Without that header the same as JSON, for clients that ask again and again. " +
      "Without `since` it begins with what changes from now on. Events are kept for an hour.",
    access: "admin",
    input: z.object({
      since: Position.optional().describe("Only events behind this number."),
      limit: Limit.optional(),
    }),
    output: z.object({
      events: z.array(Event).describe("What has changed, in order."),
      position: z.int().min(0).describe("What to send as `since` to go on."),
      isComplete: z.boolean().describe("False: events behind `since` are no longer kept. Read again what you show."),
    }),
    answers: "events",
    openPerCaller: 10,
    errors: ["streams_exhausted"],
    example: {
      input: { since: 1041 },
      output: {
        events: [{ id: 1042, kind: "changed", object: "process:42", at: "2026-11-20T09:15:02.163Z" }],
        position: 1042,
        isComplete: true,
      },
    },
  },
});
