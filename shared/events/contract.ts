import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Limit, Timestamp } from "#shared/contract/scalars.ts";

/** Notice that an object has changed. The object's own operation returns its current state. */
export const Event = z.object({
  id: z.int().min(1).describe("Number of the event. Numbers have no gaps."),
  kind: z.literal("changed").describe("Always `changed`: the object was created, changed, deleted, or made progress."),
  object: z
    .string()
    .describe(
      "Object as named in the audit trail, such as `process:42` or `data-key:7`. `audit-trail` if a request was rejected and nothing else changed.",
    ),
  at: Timestamp.describe("Time of the change."),
});
export type Event = z.infer<typeof Event>;

const Position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const events = resource({
  followEvents: {
    method: "GET",
    path: "/svc/api/events",
    summary: "Watch changes",
    description:
      "With `Accept: text/event-stream`, responds with an event stream. Each message has the event's number as `id` and the event as JSON in `data`. " +
      "To reconnect, send the last number as `Last-Event-ID`. The server closes each stream after a few minutes, and clients reconnect. " +
      "A caller can have 10 open streams. " +
      "A message of the type `missed` means that events were lost, and that the client must reload its data. " +
      "Without that header, responds with JSON for clients that poll. " +
      "Without `since`, returns only changes from now on. Events are kept for an hour.",
    access: "admin",
    input: z.object({
      since: Position.optional().describe("Returns only events after this number."),
      limit: Limit.optional(),
    }),
    output: z.object({
      events: z.array(Event).describe("Changes in order."),
      position: z.int().min(0).describe("Value of `since` for the next request."),
      isComplete: z.boolean().describe("False if events after `since` are no longer stored. Reload your data."),
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
