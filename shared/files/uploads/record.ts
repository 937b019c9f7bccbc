import * as z from "zod";

/** An upload as it is stored. */
export const UploadRecord = z.object({
  schema: z.literal(1),
  id: z.string(),
  keyId: z.int(),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  partBytes: z.int(),
  createdAt: z.number(),
  expiresAt: z.number(),
  /** The parts' tags in order, from completion on: bytes that were changed since are not taken. */
  etags: z.array(z.string()).nullable(),
  /** Until when the call that took it may be under way; null when none is. */
  takenUntil: z.number().nullable(),
});
export type UploadRecord = Readonly<z.infer<typeof UploadRecord>>;
