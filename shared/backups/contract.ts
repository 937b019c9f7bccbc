import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";

const Finding = z.enum(["yes", "no", "unknown"]);
const finding = (sentence: string) => Finding.describe(sentence);

/** Result of a location check. */
export const OffsiteCheck = z.object({
  checkedAt: Timestamp.describe("When it was tried."),
  bucket: z.string().describe("In which bucket."),
  path: z.string().describe("In which folder of it."),
  rights: z
    .object({
      list: finding("Whether objects may be listed."),
      put: finding("Whether objects may be put."),
      get: finding("Whether what was put may be read back, and is the same."),
      multipart: finding("Whether large objects may be uploaded in parts."),
      abort: finding("Whether such an upload may be aborted."),
      delete: finding("Whether objects may be deleted. Where not, old backups are not pruned by Latchkey."),
    })
    .describe("The rights that backups need."),
  features: z
    .object({
      conditionalPut: finding("Whether the store puts an object only where there is none, when asked to."),
      checksums: finding("Whether the store compares a CRC32 with what arrived, of objects and of parts."),
      versioning: finding("Whether the bucket keeps older versions."),
      objectLock: finding("Whether the bucket locks every new object for a time."),
      endsUploads: finding("Whether a rule of the bucket ends uploads that nobody finished."),
    })
    .describe("What the store and the bucket can do beside that."),
  isProtected: z
    .boolean()
    .describe("Whether what lies there is safe from who has the access key: versioning or a lock was seen."),
  isPruned: z.boolean().describe("Whether backups that are too old are taken away."),
  remarks: z.array(z.string()).describe("What is missing, a sentence each."),
});
export type OffsiteCheck = z.output<typeof OffsiteCheck>;

const Endpoint = z
  .string()
  .regex(
    /^(?:https?:\/\/)?(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?\/?$/i,
    "the address of a store is needed, such as s3.eu-central-1.amazonaws.com",
  )
  .refine((text) => URL.canParse(/^https?:\/\//i.test(text) ? text : `https://${text}`), "isn't a valid address")
  .max(300)
  .describe("The store's address, such as `s3.eu-central-1.amazonaws.com`. `https` where it says nothing.");
const AccessKeyId = z.string().trim().min(1).max(200).describe("The access key's id.");
const Secret = z.string().min(1).max(500).describe("The access key's secret. No answer shows it.");
const Region = z.string().trim().max(60).describe("The store's region. Left out, it is what the address says.");
const BucketName = z.string().regex(/^[a-z0-9A-Z][a-z0-9A-Z._-]{1,62}$/, "the name of a bucket is needed");
const Folder = z
  .string()
  .max(500)
  .refine((path) => path.split("/").every((part) => part !== "." && part !== ".."), "no part of it may be . or ..");
const noCheckBucket = z
  .boolean()
  .describe("Taken for clients that send it, and stored. A bucket is never made here, whatever it says.");
const addressing = z
  .enum(["auto", "path", "host"])
  .describe("Where the bucket stands in addresses. `auto`: in the host's name at AWS, in the path elsewhere.");
const tryBucket = BucketName.describe("A bucket to try it in.");
const tryFolder = Folder.describe("A folder of that bucket, where the account may use no other.");

/** Offsite location in API responses. */
export const OffsiteRemote = z.object({
  type: z.literal("s3").describe("What it is: an S3-compatible store."),
  label: z.string().describe("Its name as it was given."),
  endpoint: Endpoint,
  access_key_id: AccessKeyId,
  region: z.string().describe("The region that is used."),
  addressing,
  check: OffsiteCheck.nullable().describe("What the newest check has found. Null: it was tried in no bucket yet."),
  file_browser_hash: z.string().describe("What opens it in the file browser, as `id`: to read what lies there."),
});
export type OffsiteRemote = z.output<typeof OffsiteRemote>;

const RemoteName = z.string().min(1).max(60).describe("The location's name, as lists have it.");
const ok = { ok: z.literal(true).describe("It is done.") };
const Saved = z.object({
  ...ok,
  remote_name: z.string().describe("Its name from now on, as it stands in addresses."),
  check: OffsiteCheck.nullable().describe("What trying it has found. Null: it was tried in no bucket."),
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
    output: z.object({ remotes: z.record(z.string(), OffsiteRemote).describe("Each location, by its name.") }),
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
    summary: "Add an offsite location",
    description:
      "It is tried before it is saved: each right that backups need, and what the store can do. Without a bucket it is tried whether the account may list its buckets.",
    access: "admin",
    input: z.object({
      remote_name: z.string().trim().min(1).max(100).describe("What it is called."),
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
    summary: "Change an offsite location",
    description:
      "What is left out stays, but for the secret where the account or the store changes. It is tried again before it is saved.",
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
    description: "What lies there stays there.",
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
      buckets: z.array(z.string()).describe("Their names."),
      remote_name: z.string().describe("The location's name."),
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
    summary: "Try an offsite location again",
    description: "In the bucket that is named, or where it was tried before.",
    access: "admin",
    input: z.object({
      remote_name: RemoteName,
      bucket_name: tryBucket.optional(),
      remote_path: tryFolder.optional(),
    }),
    output: z.object({ check: OffsiteCheck.describe("What was found.") }),
    changes: locationOf,
    errors: ["offsite_location_not_found", "offsite_bucket_needed", "offsite_call_refused", "offsite_store_away"],
    example: {
      input: { remote_name: "aws-frankfurt", bucket_name: "fm-backups" },
      output: { check: { ...example, path: "" } },
    },
  },
});
