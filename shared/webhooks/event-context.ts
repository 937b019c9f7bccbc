import * as z from "zod";
import type { DeliveryRecord } from "#shared/deliveries/api.ts";
import { NamedValues } from "./named-values.ts";
import type { TakenEvent } from "./receiver/answers.ts";

/** Data stored with an event in addition to its bytes, to deliver it again in the same way. */
export const EventContext = z.object({
  webhookId: z.int(),
  keyId: z.int(),
  /** Name in the spelling of the key, with extension. */
  database: z.string(),
  channel: z.string(),
  layout: z.string(),
  script: z.string(),
  contentType: z.string(),
  contentCoding: z.string(),
  /** Was an object before a name could be repeated. */
  query: z.preprocess((stored) => (Array.isArray(stored) ? stored : Object.entries(stored ?? {})), NamedValues),
  withQuery: z.boolean(),
  withHeaders: z.boolean(),
  /** True if the payload has no `request-id`. Left out otherwise. */
  withoutRequestId: z.literal(true).optional(),
  /** Record that was created for it. */
  recordId: z.string().nullable(),
  /** True if a record may have been created, but the response with its number was lost. */
  isUnsure: z.boolean(),
  taken: z.object({ recordId: z.string(), scriptError: z.string(), scriptResult: z.string() }).nullable(),
  /** Content of a form with files, or of a file; null for text. */
  sent: z
    .object({
      fields: NamedValues,
      files: z
        .array(
          z.object({
            name: z.string(),
            fileName: z.string(),
            contentType: z.string(),
            /** Offset in the body. */
            from: z.int(),
            sizeBytes: z.int(),
          }),
        )
        .readonly(),
      /** Container field. */
      field: z.string(),
    })
    .nullable()
    .default(null),
  /** Receiver that decides the payload of a form without files. Null if the event isn't one. */
  form: z.enum(["receiver", "filereceiver"]).nullable().default(null),
  /** Number of files already stored in their container. */
  filesStored: z.int().default(0),
});
export type EventContext = z.infer<typeof EventContext>;

/** Returns the event context of a delivery. */
export function eventContextOf({ context }: Pick<DeliveryRecord, "context">): EventContext {
  return EventContext.parse(JSON.parse(context));
}

/** Returns FileMaker Server's result for an event that it has accepted. */
export function takenEvent(record: Pick<DeliveryRecord, "context">): TakenEvent | undefined {
  return eventContextOf(record).taken ?? undefined;
}
