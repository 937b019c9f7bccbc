import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { DeliveryState } from "./contract.ts";

/** Received bytes or bytes to send: in the item up to a limit, otherwise in a blob. */
const StoredBody = z.object({
  sizeBytes: z.int(),
  /** Content as text, or in base64 if it isn't UTF-8; null if it is a blob. A plain string is base64, as it was stored before. */
  inline: z
    .object({ text: z.string() })
    .or(z.object({ base64: z.string() }))
    .or(z.string())
    .nullable(),
});
export type StoredBody = z.infer<typeof StoredBody>;

/** Completed attempt. */
const Attempt = z.object({
  at: z.number(),
  durationMs: z.number(),
  trigger: z.enum(["first", "retry", "replay"]),
  /** HTTP status of the response, if there was one. */
  status: z.int().nullable(),
  /** Reason of the failure, as a sentence. Null after a success. */
  reason: z.string().nullable(),
  /** Beginning of the response body. */
  answer: z.string().nullable(),
});
export type Attempt = z.infer<typeof Attempt>;

/** Response to a sender, for repetition when it sends the same event again. */
const GivenAnswer = z.object({
  status: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
});
export type GivenAnswer = z.infer<typeof GivenAnswer>;

/** Stored delivery. */
export const DeliveryRecord = storedRecord("deliveries/delivery", 1, {
  id: z.string(),
  /** Source such as `webhook-7`, which is the prefix of the id. */
  source: z.string(),
  state: DeliveryState,
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  /** Time of the next attempt, while it is pending. */
  nextAt: z.number(),
  /** Number of attempts started since it was accepted or replayed, including those without a result. */
  attempts: z.int(),
  /** Total number of attempts started. */
  totalAttempts: z.int(),
  /** Time until which its owner works on it; 0 if it has none. */
  leasedUntil: z.number(),
  /** True if an earlier attempt has no result, and may have had its effect. */
  isRepeated: z.boolean(),
  trigger: z.enum(["first", "retry", "replay"]),
  /** Start of the period in which failures count: acceptance, or the last replay. */
  since: z.number(),
  /** Sender's id of the event. */
  senderId: z.string().nullable(),
  duplicateOf: z.string().nullable(),
  reason: z.string().nullable(),
  request: z.object({
    method: z.string(),
    /** Path and query without a key or another secret. */
    target: z.string(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: StoredBody,
  }),
  /** Completed attempts, newest last, limited to those that are shown. */
  tries: z.array(Attempt),
  given: GivenAnswer.nullable(),
  /** Context of its kind, as JSON. */
  context: z.string(),
  keptMs: z.number(),
});
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

/** State of the current attempt, or of one without a result. */
const DeliveryLease = DeliveryRecord.pick({
  attempts: true,
  totalAttempts: true,
  trigger: true,
  leasedUntil: true,
  isRepeated: true,
});
export type DeliveryLease = z.infer<typeof DeliveryLease>;

/** Place where the sender's id of an event is stored, and the end of that time in milliseconds since the epoch. */
const MarkedSender = z.object({ sk: z.string(), untilMs: z.number() });
export type MarkedSender = z.infer<typeof MarkedSender>;

/** Stored marker of a pending delivery. */
export const DeliveryMarker = storedRecord("deliveries/marker", 1, {
  nextAt: z.number(),
  /** Replaces the state in the delivery. */
  lease: DeliveryLease.optional(),
  /** Sender's id that may not be stored yet. Missing after the first attempt has begun. */
  sender: MarkedSender.optional(),
});
