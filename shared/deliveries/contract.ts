import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Timestamp } from "#shared/contract/scalars.ts";

export const DeliveryState = z
  .enum(["pending", "delivered", "failed", "cancelled", "suppressed"])
  .describe(
    "`pending`: in progress, or waiting for the next attempt. `delivered`: delivered successfully. `failed`: no more automatic attempts; an administrator can retry it. " +
      "`cancelled`: canceled by an administrator. `suppressed`: a duplicate of an earlier event.",
  );
export type DeliveryState = z.infer<typeof DeliveryState>;

const DeliveryId = z
  .string()
  .regex(/^[a-z]+-\d{1,16}_[0-9a-f]{32}$/, "must be a delivery ID, such as webhook-7_0193…")
  .describe("ID of the delivery. It starts with its source and is the same for every attempt.");

const Source = z
  .string()
  .regex(/^[a-z]+-\d{1,16}$/, "must be a source, such as webhook-7")
  .describe("Source of the delivery: `webhook-7` is the webhook with the ID 7.");

const Summary = {
  id: DeliveryId,
  source: Source,
  state: DeliveryState,
  createdAt: Timestamp.describe("Time when the event was stored."),
  endedAt: Timestamp.nullable().describe("End time; null while it is pending."),
  nextAttemptAt: Timestamp.nullable().describe("Time of the next attempt; null unless it is pending."),
  attempts: z.int().describe("Total number of attempts."),
  reason: z.string().nullable().describe("Reason why it wasn't delivered."),
  senderId: z.string().nullable().describe("The sender's ID of the event, if it has one."),
  duplicateOf: DeliveryId.nullable().describe("ID of the earlier delivery of the same event."),
  method: z.string().describe("HTTP method of the request."),
  sizeBytes: z.int().describe("Size of the body in bytes."),
};

const Header = z.object({
  name: z.string().describe("Name of the header."),
  value: z.string().describe("Value of the header."),
});

/** Delivery in a list. */
export const DeliveryRow = z.object(Summary);
export type DeliveryRow = z.infer<typeof DeliveryRow>;

/** Delivery with all its data. */
export const Delivery = z.object({
  ...Summary,
  request: z
    .object({
      target: z.string().describe("Path and query, without keys."),
      headers: z.array(Header).describe("Headers, with masked secrets."),
      body: z.string().describe("Body as text, up to 100,000 bytes."),
      isWhole: z.boolean().describe("True if `body` is complete."),
    })
    .describe("The sender's request."),
  answer: z
    .object({
      status: z.int().describe("HTTP status."),
      headers: z.array(Header).describe("Response headers."),
      body: z.string().describe("Response body."),
    })
    .nullable()
    .describe(
      "The response to the sender, if it depended on the result of the delivery. Null if the event was just accepted.",
    ),
  tries: z
    .array(
      z.object({
        at: Timestamp.describe("Start time."),
        durationMs: z.number().describe("Duration in milliseconds."),
        trigger: z
          .enum(["first", "retry", "replay"])
          .describe(
            "Cause of the attempt. `retry`: automatic retry after a failure. `replay`: retry by an administrator.",
          ),
        status: z.int().nullable().describe("HTTP status of the response; null if there was none."),
        reason: z.string().nullable().describe("Reason for a failure; null if it succeeded."),
        answer: z.string().nullable().describe("Beginning of the response."),
      }),
    )
    .describe("The latest attempts that ended, oldest first."),
});
export type Delivery = z.infer<typeof Delivery>;

const deliveryOf = ({ id }: { readonly id: string }) => `delivery:${id}`;

/** Maximum number counted per state. More are shown as many. */
export const maxCounted = 20;

/** Summary of the deliveries of one source. */
export const DeliverySummary = z.object({
  source: Source,
  failed: z.int().describe(`Number of failed deliveries. ${maxCounted} means that or more.`),
  pending: z.int().describe(`Number of pending deliveries. ${maxCounted} means that or more.`),
  recent: z
    .array(
      z.object({
        id: DeliveryId,
        state: DeliveryState,
        createdAt: Timestamp.describe("Time when the event was stored."),
      }),
    )
    .describe(`The latest ${maxCounted} deliveries, newest first.`),
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;

const exampleRow = {
  id: "webhook-7_019aa0c2f3b47c5d8e9f00112233aabb",
  source: "webhook-7",
  state: "delivered",
  createdAt: "2026-11-20T09:15:02.114Z",
  endedAt: "2026-11-20T09:15:02.310Z",
  nextAttemptAt: null,
  attempts: 1,
  reason: null,
  senderId: "evt_1",
  duplicateOf: null,
  method: "POST",
  sizeBytes: 11,
} as const;

const example: Delivery = {
  ...exampleRow,
  request: {
    target: "/svc/receiver/Contacts.fmp12/orders",
    headers: [{ name: "Content-Type", value: "application/json" }],
    body: '{"order":7}',
    isWhole: true,
  },
  answer: null,
  tries: [
    { at: "2026-11-20T09:15:02.120Z", durationMs: 190, trigger: "first", status: 200, reason: null, answer: null },
  ],
};

export const deliveries = resource({
  listDeliveries: {
    method: "GET",
    path: "/svc/api/deliveries",
    summary: "List deliveries",
    description:
      "Returns deliveries newest first. `text` is searched in headers and bodies of up to 100,000 bytes. Each request searches at most 5,000 deliveries and 20 MB of bodies; `lookedAt` is the number searched, and `cursor` continues the search.",
    access: "admin",
    input: z.object({
      source: Source,
      state: DeliveryState.optional(),
      from: Timestamp.optional().describe("Start of the time range, inclusive."),
      to: Timestamp.optional().describe("End of the time range, exclusive."),
      text: z.string().min(2).max(200).optional().describe("Text to search for; not case-sensitive."),
      cursor: Cursor.optional(),
      limit: Limit.default(50),
    }),
    output: z.object({
      deliveries: z.array(DeliveryRow).describe("A page of deliveries, without bodies."),
      cursor: Cursor.nullable(),
      lookedAt: z.int().describe("Number of deliveries searched."),
    }),
    errors: [],
    example: {
      input: { source: "webhook-7", state: "failed" },
      output: { deliveries: [exampleRow], cursor: null, lookedAt: 1 },
    },
  },
  summarizeDeliveries: {
    method: "GET",
    path: "/svc/api/deliveries/summary",
    summary: "Get delivery counts of several sources",
    access: "admin",
    input: z.object({
      sources: z
        .string()
        .min(1)
        .max(3_000)
        .transform((text) => text.split(","))
        .pipe(z.array(Source).max(100))
        .describe("Up to 100 sources, separated by commas: `webhook-7,target-5`."),
    }),
    output: z.object({
      summaries: z.array(DeliverySummary).describe("One summary per source, in the order of the request."),
    }),
    errors: [],
    example: {
      input: { sources: "webhook-7" },
      output: {
        summaries: [
          {
            source: "webhook-7",
            failed: 0,
            pending: 0,
            recent: [{ id: exampleRow.id, state: exampleRow.state, createdAt: exampleRow.createdAt }],
          },
        ],
      },
    },
  },
  getDelivery: {
    method: "GET",
    path: "/svc/api/deliveries/{id}",
    summary: "Get a delivery with request, response and attempts",
    access: "admin",
    input: z.object({ id: DeliveryId }),
    output: z.object({ delivery: Delivery.describe("The delivery.") }),
    errors: ["delivery_not_found"],
    example: { input: { id: exampleRow.id }, output: { delivery: example } },
  },
  replayDelivery: {
    method: "POST",
    path: "/svc/api/deliveries/{id}/replay",
    summary: "Retry a delivery",
    description:
      "Retries the delivery with the same ID and a new attempt count. If it is pending, the next attempt starts immediately.",
    access: "admin",
    input: z.object({ id: DeliveryId }),
    output: z.object({ delivery: DeliveryRow.describe("The updated delivery.") }),
    changes: deliveryOf,
    errors: ["delivery_not_found", "delivery_busy", "delivery_suppressed"],
    example: { input: { id: exampleRow.id }, output: { delivery: exampleRow } },
  },
  replayDeliveries: {
    method: "POST",
    path: "/svc/api/deliveries/replay",
    summary: "Retry several deliveries",
    description:
      "Retries the deliveries in `ids`, or all failed deliveries of `source` since `since`. At most 1,000 per request, oldest first. If `remaining` is true, repeat the request.",
    access: "admin",
    input: z
      .object({
        ids: z.array(DeliveryId).min(1).max(1000).optional(),
        source: Source.optional(),
        since: Timestamp.optional().describe("Start of the time range, inclusive."),
      })
      .refine(
        ({ ids, source }) => (ids === undefined) !== (source === undefined),
        "must have either `ids` or `source`",
      ),
    output: z.object({
      replayed: z.int().describe("Number of deliveries to retry."),
      passedOver: z.int().describe("Number of deliveries that weren't found or are in progress."),
      remaining: z.boolean().describe("True if more failed deliveries remain."),
    }),
    changes: ({ ids, source }: { readonly ids?: readonly string[]; readonly source?: string }) =>
      ids?.map((id) => `delivery:${id}`) ?? `deliveries:${source}`,
    errors: [],
    example: { input: { source: "webhook-7" }, output: { replayed: 12, passedOver: 0, remaining: false } },
  },
  cancelDelivery: {
    method: "POST",
    path: "/svc/api/deliveries/{id}/cancel",
    summary: "Cancel a pending delivery",
    description: "An attempt in progress isn't stopped, and its result counts.",
    access: "admin",
    input: z.object({ id: DeliveryId }),
    output: z.object({ delivery: DeliveryRow.describe("The updated delivery.") }),
    changes: deliveryOf,
    errors: ["delivery_not_found", "delivery_busy", "delivery_ended"],
    example: {
      input: { id: exampleRow.id },
      output: { delivery: { ...exampleRow, state: "cancelled", reason: "Canceled by an administrator" } },
    },
  },
});
