import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";

export const UploadRecord = storedRecord("files/uploads/upload", 1, {
  id: z.string(),
  keyId: z.int(),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  partBytes: z.int(),
  createdAt: z.number(),
  expiresAt: z.number(),
  /** ETags of the parts in order, set on completion. Parts that were changed since are rejected. */
  etags: z.array(z.string()).nullable(),
  /** Time until which the call that uses the upload may be running. Null if there is none. */
  takenUntil: z.number().nullable(),
});
export type UploadRecord = Readonly<z.infer<typeof UploadRecord>>;
