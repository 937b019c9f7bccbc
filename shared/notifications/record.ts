import * as z from "zod";
import { EventName, Severity } from "./events/contract.ts";
import { ShownTarget } from "./targets/contract.ts";

/** A destination as stored. Moments are milliseconds since the epoch. */
export const DestinationRecord = z.object({
  schema: z.literal(1),
  id: z.int(),
  label: z.string(),
  active: z.boolean(),
  disabledReason: z.string().nullable(),
  /** Without secrets. */
  target: ShownTarget,
  /** The target with its secrets, sealed to this item. */
  sealedTarget: z.string(),
  /** What signs the calls of a webhook. Null for the other kinds. */
  sealedSecret: z.string().nullable(),
  sealedPreviousSecret: z.string().nullable(),
  previousSecretUntil: z.number().nullable(),
  events: z.array(EventName).nullable(),
  minimumSeverity: Severity,
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type DestinationRecord = Readonly<z.infer<typeof DestinationRecord>>;

/** What came of sending there. */
export const DestinationUse = z.object({
  lastSentAt: z.number().nullable().default(null),
  lastResult: z.string().nullable().default(null),
  lastResultIsError: z.boolean().nullable().default(null),
  /** Since when nothing has arrived. */
  failingSince: z.number().nullable().default(null),
  delivered: z.int().default(0),
});
export type DestinationUse = z.infer<typeof DestinationUse>;

/** An event as stored. */
export const EventRecord = z.object({
  schema: z.literal(1),
  id: z.string(),
  event: EventName,
  /** As JSON. */
  data: z.string(),
  at: z.number(),
  /** How often the same has happened since, within the hour. */
  repeats: z.int(),
  /** How often it had happened since it was sent before. */
  repeatsBefore: z.int(),
  /** Destinations of the work itself, sealed to this item, and what their deliveries belong to. */
  own: z.object({ source: z.string(), sealedTargets: z.string(), count: z.int() }).nullable(),
  /** The event whose end it is: who was to get that gets this too. */
  ends: EventName.nullable().default(null),
  /** Numbers of the destinations that get it, in place of those that want such events. */
  only: z.array(z.int()).nullable().default(null),
});
export type EventRecord = z.infer<typeof EventRecord>;

/** Something that is not as it should be, as it was seen last. */
export const TroubleRecord = z.object({
  schema: z.literal(1),
  watch: z.string(),
  subject: z.string(),
  event: EventName,
  /** Where it gets worse in steps: which one it is. */
  stage: z.string(),
  name: z.string(),
  since: z.number(),
  /** Whether it was counted with one that was sent within the hour before. */
  isCounted: z.boolean(),
});
export type TroubleRecord = z.infer<typeof TroubleRecord>;

/** What a delivery keeps about itself. */
export const DeliveryContext = z.object({
  event: EventName,
  isTest: z.boolean(),
  /** Which of the event's own destinations it goes to; null where its source names the destination. */
  own: z.object({ eventId: z.string(), index: z.int(), sealedTargets: z.string() }).nullable(),
});
export type DeliveryContext = z.infer<typeof DeliveryContext>;

/** What deliveries to a destination belong to. */
export function destinationSource(id: number): string {
  return `notification-${id}`;
}

/** The destination that a source stands for. */
export function destinationIdOf(source: string): number {
  return Number(source.slice(source.lastIndexOf("-") + 1));
}
