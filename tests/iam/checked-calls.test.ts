import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, afterEach, expect, test } from "vitest";
import { s3Presigned } from "#shared/aws/s3/presigned.ts";
import type { SealContext } from "#shared/ports/vault.ts";
import { startS3 } from "../../sandbox/s3/server.ts";
import { actingAs, actingFunction, exempt, inThisName } from "../support/iam/acting-function.ts";
import { checkedCalls, takeDenials } from "../support/iam/checked-calls.ts";
import { checkedVault } from "../support/iam/checked-vault.ts";
import type { Statement } from "../support/iam/policy.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const region = "eu-central-1";
const folder = mkdtempSync(join(tmpdir(), "latchkey-checked-"));
const s3 = await startS3({ folder, ...credentials, region, buckets: ["blobs"] });
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const blobs = "arn:aws:s3:::blobs";
const allow = (action: string, resource: string): Statement => ({
  effect: "Allow",
  actions: [action],
  resources: [resource],
  conditions: [],
});
const reads = allow("s3:GetObject", `${blobs}/*`);
const arns = {
  Table: "table",
  EncryptionKey: "seal",
  Jobs: "jobs",
  DeadJobs: "dead-jobs",
  Deliveries: "deliveries",
  DeadDeliveries: "dead-deliveries",
  SchedulerRole: "schedules",
  Blobs: blobs,
  ServiceLog: "log-group:latchkey:*",
};
const { checked, check } = checkedCalls({
  functions: {
    opener: [
      {
        ...allow("kms:Decrypt", "seal"),
        conditions: [{ operator: "StringEquals", key: "kms:EncryptionContext:secret", values: ["task"] }],
      },
    ],
    reader: [reads],
    lister: [reads, allow("s3:ListBucket", blobs)],
    writer: [allow("s3:PutObject", `${blobs}/agent/*`)],
  },
  arns,
});
const client = checked(
  new S3Client({
    endpoint: s3.origin,
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
  }),
);
afterAll(() => client.destroy());
// These tests must not leave anything for the check at the end of the file.
afterEach(() => void takeDenials());

const put = (Key: string) => client.send(new PutObjectCommand({ Bucket: "blobs", Key, Body: "bytes" }));
const get = (Key: string) => client.send(new GetObjectCommand({ Bucket: "blobs", Key }));

test("a call that the function's role allows succeeds", async () => {
  await actingAs("writer", () => put("agent/1"));
  expect((await actingAs("reader", () => get("agent/1"))).ContentLength).toBe(5);
  expect(takeDenials()).toEqual([]);
});

test("a call that it doesn't allow fails as on AWS, and is recorded for the end of the file", async () => {
  await expect(actingAs("writer", () => put("uploads/1"))).rejects.toMatchObject({
    name: "AccessDenied",
    $metadata: { httpStatusCode: 403 },
  });
  expect(takeDenials()).toEqual([{ function: "writer", action: "s3:PutObject", resource: `${blobs}/uploads/1` }]);
  expect(takeDenials()).toEqual([]);
  await expect(get("uploads/1")).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("a missing object is forbidden for callers who can't list the bucket", async () => {
  await expect(actingAs("reader", () => get("nowhere"))).rejects.toMatchObject({ name: "AccessDenied" });
  expect(takeDenials()).toEqual([
    {
      function: "reader",
      action: "s3:ListBucket",
      resource: blobs,
      reason: "GetObjectCommand of nowhere, which is not there",
    },
  ]);
  await expect(actingAs("lister", () => get("nowhere"))).rejects.toMatchObject({ name: "NoSuchKey" });
});

test("a presigned URL can do what its signer can", async () => {
  const addresses = s3Presigned({ client, bucket: "blobs" });
  const forOneByte = { expiresSeconds: 60, sizeBytes: 1 };
  expect(await actingAs("writer", () => addresses.put("agent/2", forOneByte))).toContain("/agent/2");
  await expect(actingAs("reader", () => addresses.put("agent/2", forOneByte))).rejects.toThrow("s3:PutObject");
});

test("encryption and decryption in a function are checked by kind, even with cached data keys", async () => {
  const sealing = {
    seal: async (plaintext: string) => plaintext,
    open: async (sealed: string) => sealed,
    isCurrent: () => true,
  };
  const vault = checkedVault(sealing, check, arns);
  const [task, key] = ["task", "data-key"].map((kind) => ({ kind, item: "a|b", field: "c" })) as [
    SealContext,
    SealContext,
  ];
  expect(await actingAs("opener", () => vault.open("s", task))).toBe("s");
  await expect(actingAs("opener", () => vault.open("s", key))).rejects.toMatchObject({ name: "AccessDenied" });
  await expect(actingAs("opener", () => vault.seal("s", task))).rejects.toMatchObject({ name: "AccessDenied" });
  expect(takeDenials()).toMatchObject([
    { function: "opener", action: "kms:Decrypt", keys: { "kms:EncryptionContext:secret": ["data-key"] } },
    { function: "opener", action: "kms:GenerateDataKey", keys: { "kms:EncryptionContext:secret": ["task"] } },
  ]);
});

test("calls outside of a function are denied, unless the caller is named", async () => {
  await expect(actingAs("the service", () => put("agent/1"))).rejects.toMatchObject({ name: "AccessDenied" });
  for (const name of Object.keys(exempt)) await actingAs(name, () => put("agent/1"));
  expect(takeDenials()).toHaveLength(1);
});

test("a test's own access to the stores isn't checked", async () => {
  await put("uploads/1");
  check({ action: "s3:PutObject", resource: `${blobs}/uploads/1` });
  expect(takeDenials()).toEqual([]);
});

test("a call on another function's connection counts for the function that waits for it", () => {
  const receiver = actingAs("proxy", () => inThisName({ head: () => actingFunction() }));
  expect(actingAs("keys", () => receiver.head())).toBe("proxy");
});
