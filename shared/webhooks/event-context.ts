import * as z from "zod";
import type { DeliveryRecord } from "#shared/deliveries/record.ts";
import type { TakenEvent } from "./receiver/answers.ts";

/** What is kept of an event beside its bytes, to deliver it again in the same way. */
export const EventContext = z.object({
  webhookId: z.int(),
  keyId: z.int(),
  /** In the spelling of the key, full. */
  database: z.string(),
  channel: z.string(),
  layout: z.string(),
  script: z.string(),
  contentType: z.string(),
  contentCoding: z.string(),
  query: z.record(z.string(), z.string()),
  withQuery: z.boolean(),
  withHeaders: z.boolean(),
  /** The record that was made for it. */
  recordId: z.string().nullable(),
  /** A record may have been made, and its number was lost with the answer. */
  isUnsure: z.boolean(),
  taken: z.object({ recordId: z.string(), scriptError: z.string(), scriptResult: z.string() }).nullable(),
  /** What was sent as a form with files, or as a file; null where it is a text. */
  sent: z
    .object({
      fields: z.record(z.string(), z.string()).readonly(),
      files: z
        .array(
          z.object({
            name: z.string(),
            fileName: z.string(),
            contentType: z.string(),
            /** Where in the body. */
            from: z.int(),
            sizeBytes: z.int(),
          }),
        )
        .readonly(),
      /** The container field. */
      field: z.string(),
    })
    .nullable()
    .default(null),
  /** How many of the files are in their container. */
  filesStored: z.int().default(0),
});
export type EventContext = z.infer<typeof EventContext>;

/** What is kept of the event that a delivery is. */
export function eventContextOf({ context }: Pick<DeliveryRecord, "context">): EventContext {
  return EventContext.parse(JSON.parse(context));
}

/** What FileMaker Server has taken of an event, where it has. */
export function takenEvent(record: Pick<DeliveryRecord, "context">): TakenEvent | undefined {
  return eventContextOf(record).taken ?? undefined;
}
