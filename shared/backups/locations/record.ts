import * as z from "zod";

const Finding = z.enum(["yes", "no", "unknown"]);

/** What the newest check has found. */
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

/** A location as stored. Moments are milliseconds since the epoch. */
export const LocationRecord = z.object({
  schema: z.literal(1),
  /** As it stands in addresses. */
  name: z.string(),
  /** As it was given. */
  label: z.string(),
  endpoint: z.string(),
  region: z.string().nullable(),
  addressing: z.enum(["auto", "path", "host"]),
  accessKeyId: z.string(),
  sealedSecret: z.string(),
  /** Where it is checked, where the account may not list its buckets. */
  bucket: z.string().nullable(),
  path: z.string(),
  /** As clients of rclone send it. Buckets are never made here, whatever it says. */
  noCheckBucket: z.boolean(),
  check: CheckRecord.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type LocationRecord = Readonly<z.infer<typeof LocationRecord>>;
