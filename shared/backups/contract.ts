import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";

const Finding = z.enum(["yes", "no", "unknown"]);
const finding = (sentence: string) => Finding.describe(sentence);

/** Result of a location check. */
export const OffsiteCheck = z.object({
  checkedAt: Timestamp.describe("Time of the check."),
  bucket: z.string().describe("Bucket that was checked."),
  path: z.string().describe("Folder in the bucket."),
  rights: z
    .object({
      list: finding("`yes` if objects can be listed."),
      put: finding("`yes` if objects can be written."),
      get: finding("`yes` if written objects can be read back unchanged."),
      multipart: finding("`yes` if large objects can be uploaded in parts."),
      abort: finding("`yes` if multipart uploads can be aborted."),
      delete: finding("`yes` if objects can be deleted. If not, Latchkey doesn't prune old backups."),
    })
    .describe("Permissions that backups need."),
  features: z
    .object({
      conditionalPut: finding("`yes` if the store supports writing an object only if it doesn't exist."),
      checksums: finding("`yes` if the store verifies CRC32 checksums of objects and parts."),
      versioning: finding("`yes` if the bucket keeps older versions."),
      objectLock: finding("`yes` if the bucket locks new objects for a time."),
      endsUploads: finding("`yes` if a lifecycle rule aborts unfinished uploads."),
    })
    .describe("Optional features of the store and the bucket."),
  isProtected: z
    .boolean()
    .describe(
      "True if the holder of the access key can't destroy existing backups, because of versioning or Object Lock.",
    ),
  isPruned: z.boolean().describe("True if Latchkey deletes old backups."),
  remarks: z.array(z.string()).describe("Problems, one sentence each."),
});
export type OffsiteCheck = z.output<typeof OffsiteCheck>;

const Endpoint = z
  .string()
  .regex(
    /^(?:https?:\/\/)?(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*\/?$/i,
    "must be the endpoint of a store, such as s3.eu-central-1.amazonaws.com",
  )
  .refine((text) => URL.canParse(/^https?:\/\//i.test(text) ? text : `https://${text}`), "must be a valid address")
  .max(300)
  .describe(
    "Endpoint of the store, such as `s3.eu-central-1.amazonaws.com`, as its console shows it: with a base path, or with the bucket. Default scheme: `https`.",
  );
const AccessKeyId = z.string().trim().min(1).max(200).describe("Access key ID.");
const Secret = z.string().min(1).max(500).describe("Secret access key. Never returned.");
const Region = z.string().trim().max(60).describe("Region of the store. Default: derived from the endpoint.");
const BucketName = z.string().regex(/^[a-z0-9A-Z][a-z0-9A-Z._-]{1,62}$/, "must be a bucket name");
const Folder = z
  .string()
  .max(500)
  .refine(
    (path) => path.split("/").every((part) => part !== "." && part !== ".."),
    "must not contain `.` or `..` segments",
  );
const noCheckBucket = z.boolean().describe("Accepted and stored for compatibility. Latchkey never creates buckets.");
const addressing = z
  .enum(["auto", "path", "host"])
  .describe(
    "Address style. `host`: bucket in the host name. `path`: bucket in the path. `auto`: `host` for AWS, `path` for other stores.",
  );
const tryBucket = BucketName.describe("Bucket used for the check.");
const tryFolder = Folder.describe("Folder used for the check. Needed if the account can't use other folders.");

/** Offsite location in API responses. */
export const OffsiteRemote = z.object({
  type: z.literal("s3").describe("Type of the location: an S3-compatible store."),
  label: z.string().describe("Display name, as it was entered."),
  endpoint: Endpoint,
  access_key_id: AccessKeyId,
  region: z.string().describe("Region in use."),
  addressing,
  check: OffsiteCheck.nullable().describe("Latest check. Null if it wasn't checked with a bucket yet."),
  file_browser_hash: z.string().describe("ID of its root in the file browser, for `id`."),
});
export type OffsiteRemote = z.output<typeof OffsiteRemote>;

const RemoteName = z.string().min(1).max(60).describe("Name of the location, from the list.");
const ok = { ok: z.literal(true).describe("Always true.") };
const Saved = z.object({
  ...ok,
  remote_name: z.string().describe("New name, for use in paths."),
  check: OffsiteCheck.nullable().describe("Result of the check. Null if no bucket was given."),
});
const locationOf = ({ remote_name }: { readonly remote_name: string }) => `offsite-location:${remote_name}`;

const example: OffsiteCheck = {
  checkedAt: "2026-11-20T09:15:02.114Z",
  bucket: "fm-backups",
  path: "production",
  rights: { list: "yes", put: "yes", get: "yes", multipart: "yes", abort: "yes", delete: "yes" },
  features: { conditionalPut: "yes", checksums: "yes", versioning: "yes", objectLock: "no", endsUploads: "yes" },
  isProtected: true,
  isPruned: true,
  remarks: [],
};
const exampleInput = {
  remote_name: "AWS Frankfurt",
  endpoint: "s3.eu-central-1.amazonaws.com",
  access_key_id: "AKIAIOSFODNN7EXAMPLE",
  secret_access_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  bucket_name: "fm-backups",
  remote_path: "production",
};

export const backups = resource({
  listOffsiteRemotes: {
    method: "GET",
    path: "/svc/api/settings/offsite/remotes",
    summary: "List offsite locations",
    access: "admin",
    input: z.object({}),
    output: z.object({ remotes: z.record(z.string(), OffsiteRemote).describe("The locations by name.") }),
    errors: [],
    example: {
      output: {
        remotes: {
          "aws-frankfurt": {
            type: "s3",
            label: "AWS Frankfurt",
            endpoint: "s3.eu-central-1.amazonaws.com",
            access_key_id: "AKIAIOSFODNN7EXAMPLE",
            region: "eu-central-1",
            addressing: "auto",
            check: example,
            file_browser_hash: "b2Zmc2l0ZS9hd3MtZnJhbmtmdXJ0",
          },
        },
      },
    },
  },
  createOffsiteRemote: {
    method: "POST",
    path: "/svc/api/settings/offsite/remotes",
    summary: "Create an offsite location",
    description:
      "Tests each permission that backups need and the store's features before saving. Without a bucket, tests only whether the account can list its buckets.",
    access: "admin",
    input: z.object({
      remote_name: z.string().trim().min(1).max(100).describe("Display name."),
      endpoint: Endpoint,
      access_key_id: AccessKeyId,
      secret_access_key: Secret,
      region: Region.optional(),
      addressing: addressing.default("auto"),
      bucket_name: tryBucket.optional(),
      remote_path: tryFolder.optional(),
      noCheckBucket: noCheckBucket.default(true),
    }),
    output: Saved,
    changes: (_input: unknown, output?: { readonly remote_name: string }) => output && locationOf(output),
    errors: ["offsite_location_exists", "offsite_store_refused", "offsite_store_away", "offsite_bucket_needed"],
    example: { input: exampleInput, output: { ok: true, remote_name: "aws-frankfurt", check: example } },
  },
  updateOffsiteRemote: {
    method: "PATCH",
    path: "/svc/api/settings/offsite/remotes/{remote_name}",
    summary: "Update an offsite location",
    description:
      "Omitted fields keep their values, except for the secret if the account or the store changes. The location is tested again before saving.",
    access: "admin",
    input: z.object({
      remote_name: RemoteName,
      endpoint: Endpoint.optional(),
      access_key_id: AccessKeyId.optional(),
      secret_access_key: Secret.optional(),
      region: Region.optional(),
      addressing: addressing.optional(),
      bucket_name: tryBucket.optional(),
      remote_path: tryFolder.optional(),
      noCheckBucket: noCheckBucket.optional(),
    }),
    output: Saved,
    changes: locationOf,
    errors: [
      "offsite_location_not_found",
      "offsite_secret_needed",
      "offsite_store_refused",
      "offsite_store_away",
      "offsite_bucket_needed",
    ],
    example: {
      input: { remote_name: "aws-frankfurt", remote_path: "production" },
      output: { ok: true, remote_name: "aws-frankfurt", check: example },
    },
  },
  deleteOffsiteRemote: {
    method: "DELETE",
    path: "/svc/api/settings/offsite/remotes/{remote_name}",
    summary: "Delete an offsite location",
    description: "Data in the store isn't deleted.",
    access: "admin",
    input: z.object({ remote_name: RemoteName }),
    output: z.object(ok),
    changes: locationOf,
    errors: ["offsite_location_not_found", "offsite_location_in_use"],
    example: { input: { remote_name: "aws-frankfurt" }, output: { ok: true } },
  },
  listOffsiteBuckets: {
    method: "GET",
    path: "/svc/api/settings/offsite/remotes/{remote_name}/buckets",
    summary: "List the buckets of an offsite location",
    access: "admin",
    input: z.object({ remote_name: RemoteName }),
    output: z.object({
      buckets: z.array(z.string()).describe("Bucket names."),
      remote_name: z.string().describe("Name of the location."),
    }),
    errors: ["offsite_location_not_found", "offsite_call_refused", "offsite_store_away"],
    example: {
      input: { remote_name: "aws-frankfurt" },
      output: { buckets: ["fm-backups"], remote_name: "aws-frankfurt" },
    },
  },
  checkOffsiteRemote: {
    method: "POST",
    path: "/svc/api/settings/offsite/remotes/{remote_name}/check",
    summary: "Check an offsite location",
    description: "Tests the given bucket, or the bucket of the previous check.",
    access: "admin",
    input: z.object({
      remote_name: RemoteName,
      bucket_name: tryBucket.optional(),
      remote_path: tryFolder.optional(),
    }),
    output: z.object({ check: OffsiteCheck.describe("Result of the check.") }),
    changes: locationOf,
    errors: ["offsite_location_not_found", "offsite_bucket_needed", "offsite_call_refused", "offsite_store_away"],
    example: {
      input: { remote_name: "aws-frankfurt", bucket_name: "fm-backups" },
      output: { check: { ...example, path: "" } },
    },
  },
});
