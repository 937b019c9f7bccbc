import * as z from "zod";
import { DeliveryState } from "./contract.ts";

/** Bytes that were received or are to be sent: in the item up to a limit, beyond it in the store of blobs. */
const StoredBody = z.object({
  sizeBytes: z.int(),
  /** In base64; null where it is a blob. */
  inline: z.string().nullable(),
});
export type StoredBody = z.infer<typeof StoredBody>;

/** One attempt, as it ended. */
const Attempt = z.object({
  at: z.number(),
  durationMs: z.number(),
  trigger: z.enum(["first", "retry", "replay"]),
  /** Of the answer, where there was one. */
  status: z.int().nullable(),
  /** Why it failed, in a sentence. Null where it did not. */
  reason: z.string().nullable(),
  /** The beginning of what was answered. */
  answer: z.string().nullable(),
});
export type Attempt = z.infer<typeof Attempt>;

/** What a sender was answered, to be repeated when it sends the same event again. */
const GivenAnswer = z.object({
  status: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
});
export type GivenAnswer = z.infer<typeof GivenAnswer>;

/** A delivery as stored. */
export const DeliveryRecord = z.object({
  schema: z.literal(1),
  id: z.string(),
  /** What it belongs to, such as `webhook-7`. The id begins with it. */
  source: z.string(),
  state: DeliveryState,
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  /** When it is tried next, while it is pending. */
  nextAt: z.number(),
  /** Begun attempts since it was accepted or replayed, those that nothing was heard of included. */
  attempts: z.int(),
  /** All that began. */
  totalAttempts: z.int(),
  /** Until then its owner is at work. 0: it has none. */
  leasedUntil: z.number(),
  /** An attempt before the present one began and nothing was heard of it: it may have had its effect. */
  isRepeated: z.boolean(),
  trigger: z.enum(["first", "retry", "replay"]),
  /** Since when its failures count: acceptance, or the last replay. */
  since: z.number(),
  /** What the sender calls the event. */
  senderId: z.string().nullable(),
  duplicateOf: z.string().nullable(),
  reason: z.string().nullable(),
  request: z.object({
    method: z.string(),
    /** Without a key or another secret. */
    target: z.string(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: StoredBody,
  }),
  /** Those that ended, the newest last, and not more than are shown. */
  tries: z.array(Attempt),
  given: GivenAnswer.nullable(),
  /** What its kind keeps about it, as JSON. */
  context: z.string(),
  keptMs: z.number(),
});
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;
