import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { EventName, Severity } from "./events/contract.ts";
import { ShownTarget } from "./targets/contract.ts";

/** Stored destination. Times are in milliseconds since the epoch. */
export const DestinationRecord = storedRecord("notifications/destination", 1, {
  id: z.int(),
  label: z.string(),
  active: z.boolean(),
  disabledReason: z.string().nullable(),
  /** Target without secrets. */
  target: ShownTarget,
  /** Target with its secrets, encrypted for this item. */
  sealedTarget: z.string(),
  /** Secret that signs the calls of a webhook. Null for other types. */
  sealedSecret: z.string().nullable(),
  sealedPreviousSecret: z.string().nullable(),
  previousSecretUntil: z.number().nullable(),
  events: z.array(EventName).nullable(),
  minimumSeverity: Severity,
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type DestinationRecord = Readonly<z.infer<typeof DestinationRecord>>;

/** Results of sending to a destination. */
export const DestinationUse = z.object({
  lastSentAt: z.number().nullable().default(null),
  lastResult: z.string().nullable().default(null),
  lastResultIsError: z.boolean().nullable().default(null),
  /** Time since which all deliveries have failed. */
  failingSince: z.number().nullable().default(null),
  delivered: z.int().default(0),
});
export type DestinationUse = z.infer<typeof DestinationUse>;

/** Stored event. */
export const EventRecord = storedRecord("notifications/event", 1, {
  id: z.string(),
  event: EventName,
  /** Data as JSON. */
  data: z.string(),
  at: z.number(),
  /** Number of repetitions since, within the hour. */
  repeats: z.int(),
  /** Number of repetitions since it was last sent. */
  repeatsBefore: z.int(),
  /** Destinations of the task itself, encrypted for this item, and the source of their deliveries. */
  own: z.object({ source: z.string(), sealedTargets: z.string(), count: z.int() }).nullable(),
  /** Event that this one ends. It is sent to the destinations of that event. */
  ends: EventName.nullable().default(null),
  /** Numbers of the destinations that get it instead of the subscribed ones. */
  only: z.array(z.int()).nullable().default(null),
});
export type EventRecord = z.infer<typeof EventRecord>;

/** Problem as of the last check. */
export const TroubleRecord = storedRecord("notifications/trouble", 1, {
  watch: z.string(),
  subject: z.string(),
  event: EventName,
  /** Current stage, if the problem gets worse in stages. */
  stage: z.string(),
  name: z.string(),
  since: z.number(),
  /** True if it was counted with an event that was sent within the previous hour. */
  isCounted: z.boolean(),
});
export type TroubleRecord = z.infer<typeof TroubleRecord>;

/** Context stored with a delivery. */
export const DeliveryContext = z.object({
  event: EventName,
  isTest: z.boolean(),
  /** Selected destination of the event's task; null if the source names the destination. */
  own: z.object({ eventId: z.string(), index: z.int(), sealedTargets: z.string() }).nullable(),
});
export type DeliveryContext = z.infer<typeof DeliveryContext>;

/** Returns the source of deliveries to a destination. */
export function destinationSource(id: number): string {
  return `notification-${id}`;
}

/** Returns the destination id of a source. */
export function destinationIdOf(source: string): number {
  return Number(source.slice(source.lastIndexOf("-") + 1));
}
