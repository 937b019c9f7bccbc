import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";

const Finding = z.enum(["yes", "no", "unknown"]);

/** Stored result of the latest check. */
export const CheckRecord = z.object({
  checkedAt: z.number(),
  bucket: z.string(),
  path: z.string(),
  rights: z.object({ list: Finding, put: Finding, get: Finding, multipart: Finding, abort: Finding, delete: Finding }),
  features: z.object({
    conditionalPut: Finding,
    checksums: Finding,
    versioning: Finding,
    objectLock: Finding,
    endsUploads: Finding,
  }),
  refusals: z.record(z.string(), z.string()),
});

/** Stored location. Timestamps are milliseconds since the epoch. */
export const LocationRecord = storedRecord("backups/locations/location", 1, {
  /** Name in addresses. */
  name: z.string(),
  /** Name as entered. */
  label: z.string(),
  endpoint: z.string(),
  region: z.string().nullable(),
  addressing: z.enum(["auto", "path", "host"]),
  accessKeyId: z.string(),
  sealedSecret: z.string(),
  /** Bucket for checks, if the account can't list its buckets. */
  bucket: z.string().nullable(),
  path: z.string(),
  /** Sent by clients of rclone. Latchkey never creates buckets, regardless of this value. */
  noCheckBucket: z.boolean(),
  check: CheckRecord.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type LocationRecord = Readonly<z.infer<typeof LocationRecord>>;
