import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Timestamp } from "#shared/contract/scalars.ts";

export const DeliveryState = z
  .enum(["pending", "delivered", "failed", "cancelled", "suppressed"])
  .describe(
    "`pending`: under way, or waiting for its next attempt. `delivered`: it arrived. `failed`: given up, and waiting for an administrator to replay it. " +
      "`cancelled`: an administrator ended it. `suppressed`: the sender had sent the same event before.",
  );
export type DeliveryState = z.infer<typeof DeliveryState>;

const DeliveryId = z
  .string()
  .regex(/^[a-z]+-\d{1,16}_[0-9a-f]{32}$/, "must be a delivery's id, such as webhook-7_0193…")
  .describe("A delivery's id. It is the same in every attempt, and begins with what the delivery belongs to.");

const Source = z
  .string()
  .regex(/^[a-z]+-\d{1,16}$/, "must be what a delivery belongs to, such as webhook-7")
  .describe("What deliveries belong to: `webhook-7` is the webhook with the id 7.");

const Summary = {
  id: DeliveryId,
  source: Source,
  state: DeliveryState,
  createdAt: Timestamp.describe("When the event was stored."),
  endedAt: Timestamp.nullable().describe("When it came to its end."),
  nextAttemptAt: Timestamp.nullable().describe("When it is tried next, while it is pending."),
  attempts: z.int().describe("How often it was tried in all."),
  reason: z.string().nullable().describe("Why it is not delivered."),
  senderId: z.string().nullable().describe("What the sender calls the event, where it names it."),
  duplicateOf: DeliveryId.nullable().describe("The delivery of the same event that came before."),
  method: z.string().describe("The method of the request."),
  sizeBytes: z.int().describe("How large the body is."),
};

const Header = z.object({
  name: z.string().describe("The header's name."),
  value: z.string().describe("Its value."),
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
      headers: z.array(Header).describe("Headers; the values of those that hold secrets are masked."),
      body: z.string().describe("The body as text, up to 100,000 bytes of it."),
      isWhole: z.boolean().describe("Whether `body` is all of it."),
    })
    .describe("What the sender sent."),
  answer: z
    .object({
      status: z.int().describe("The HTTP status."),
      headers: z.array(Header).describe("Its headers."),
      body: z.string().describe("Its body."),
    })
    .nullable()
    .describe(
      "What the sender was answered once it was known how the event was taken. Null where nothing else than that it was accepted.",
    ),
  tries: z
    .array(
      z.object({
        at: Timestamp.describe("When it began."),
        durationMs: z.number().describe("How long it took. Milliseconds."),
        trigger: z
          .enum(["first", "retry", "replay"])
          .describe("`retry`: one before it had failed. `replay`: an administrator wanted it."),
        status: z.int().nullable().describe("The HTTP status that came back; null where none did."),
        reason: z.string().nullable().describe("Why it failed; null where it did not."),
        answer: z.string().nullable().describe("The beginning of what came back."),
      }),
    )
    .describe("The newest attempts that ended, oldest first."),
});
export type Delivery = z.infer<typeof Delivery>;

const deliveryOf = ({ id }: { readonly id: string }) => `delivery:${id}`;

/** Maximum number counted per state. More are shown as many. */
export const mostCounted = 20;

/** Summary of the deliveries of one source. */
export const DeliverySummary = z.object({
  source: Source,
  failed: z.int().describe(`How many have failed and wait for a replay; ${mostCounted} where there are more.`),
  pending: z.int().describe(`How many are pending; ${mostCounted} where there are more.`),
  recent: z
    .array(
      z.object({
        id: DeliveryId,
        state: DeliveryState,
        createdAt: Timestamp.describe("When the event was stored."),
      }),
    )
    .describe(`The newest ${mostCounted}, newest first.`),
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
    summary: "List deliveries, newest first",
    description:
      "`text` is looked for in headers and bodies of up to 100,000 bytes, in at most 5,000 deliveries and 20 MB of bodies per call: `lookedAt` says how many it were, and `cursor` goes on from there.",
    access: "admin",
    input: z.object({
      source: Source,
      state: DeliveryState.optional(),
      from: Timestamp.optional().describe("Only deliveries from this moment on."),
      to: Timestamp.optional().describe("Only deliveries before this moment."),
      text: z
        .string()
        .min(2)
        .max(200)
        .optional()
        .describe("Only deliveries with this text, upper and lower case alike."),
      cursor: Cursor.optional(),
      limit: Limit.default(50),
    }),
    output: z.object({
      deliveries: z.array(DeliveryRow).describe("A page of them, without their bodies."),
      cursor: Cursor.nullable(),
      lookedAt: z.int().describe("How many deliveries were looked at."),
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
    summary: "See how the deliveries of several sources go",
    access: "admin",
    input: z.object({
      sources: z
        .string()
        .min(1)
        .max(3_000)
        .transform((text) => text.split(","))
        .pipe(z.array(Source).max(100))
        .describe("What the deliveries belong to, with commas between them: `webhook-7,target-5`. At most 100."),
    }),
    output: z.object({
      summaries: z.array(DeliverySummary).describe("One of each source, in the order that was asked for."),
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
    summary: "Read one delivery, with request, answer and attempts",
    access: "admin",
    input: z.object({ id: DeliveryId }),
    output: z.object({ delivery: Delivery.describe("The delivery.") }),
    errors: ["delivery_not_found"],
    example: { input: { id: exampleRow.id }, output: { delivery: example } },
  },
  replayDelivery: {
    method: "POST",
    path: "/svc/api/deliveries/{id}/replay",
    summary: "Deliver once more",
    description:
      "The same delivery under the same id, with its attempts counted anew. One that is pending is tried at once.",
    access: "admin",
    input: z.object({ id: DeliveryId }),
    output: z.object({ delivery: DeliveryRow.describe("The delivery as it stands now.") }),
    changes: deliveryOf,
    errors: ["delivery_not_found", "delivery_busy", "delivery_suppressed"],
    example: { input: { id: exampleRow.id }, output: { delivery: exampleRow } },
  },
  replayDeliveries: {
    method: "POST",
    path: "/svc/api/deliveries/replay",
    summary: "Deliver several once more",
    description:
      "Either a choice by `ids`, or every failed delivery of `source` since `since`: at most 1,000 per call, oldest first. `remaining` says whether there are more; call again then.",
    access: "admin",
    input: z
      .object({
        ids: z.array(DeliveryId).min(1).max(1000).optional(),
        source: Source.optional(),
        since: Timestamp.optional().describe("Failed deliveries that were stored from this moment on."),
      })
      .refine(({ ids, source }) => (ids === undefined) !== (source === undefined), "name either `ids` or `source`"),
    output: z.object({
      replayed: z.int().describe("How many will be tried again."),
      passedOver: z.int().describe("How many are not there, or are being delivered this moment."),
      remaining: z.boolean().describe("Whether more failed ones are left."),
    }),
    changes: ({ ids, source }: { readonly ids?: readonly string[]; readonly source?: string }) =>
      ids?.map((id) => `delivery:${id}`) ?? `deliveries:${source}`,
    errors: [],
    example: { input: { source: "webhook-7" }, output: { replayed: 12, passedOver: 0, remaining: false } },
  },
  cancelDelivery: {
    method: "POST",
    path: "/svc/api/deliveries/{id}/cancel",
    summary: "Give a pending delivery up",
    description: "An attempt that is under way is not stopped, and its end is the delivery's.",
    access: "admin",
    input: z.object({ id: DeliveryId }),
    output: z.object({ delivery: DeliveryRow.describe("The delivery as it stands now.") }),
    changes: deliveryOf,
    errors: ["delivery_not_found", "delivery_busy", "delivery_ended"],
    example: {
      input: { id: exampleRow.id },
      output: { delivery: { ...exampleRow, state: "cancelled", reason: "Cancelled by an administrator" } },
    },
  },
});
