import { CreateMultipartUploadCommand } from "@aws-sdk/client-s3";
import { expect, onTestFinished, test } from "vitest";
import { s3Blobs } from "#shared/aws/s3/blobs.ts";
import { s3Presigned } from "#shared/aws/s3/presigned.ts";
import { systemIds } from "#shared/node/ids.ts";
import { startS3 } from "../../sandbox/s3/server.ts";
import { streamOf, textOf } from "../ports/blobs-suite.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { aClient, credentials, region } from "./s3-worlds.ts";

async function aLocation() {
  let ahead = 0;
  const folder = scratchFolder();
  const now = () => Date.now() + ahead;
  const target = await startS3({ folder, ...credentials, region, buckets: ["blobs"], now });
  const client = aClient(target.origin, { requestChecksumCalculation: "WHEN_REQUIRED" });
  onTestFinished(async () => {
    client.destroy();
    await target.close();
  });
  const clock = turnableClock();
  const location = { client, bucket: "blobs", prefix: "uploads/" };
  return {
    client,
    target,
    blobs: s3Blobs({ ...location, clock, ids: systemIds(clock) }),
    presigned: s3Presigned(location),
    turn(seconds: number) {
      ahead += seconds * 1000;
    },
  };
}

test("the holder of a presigned URL can put exactly the agreed number of bytes, without an SDK", async () => {
  const { presigned, blobs } = await aLocation();
  const address = await presigned.put("a", { expiresSeconds: 60, sizeBytes: 5 });
  const put = await fetch(address, { method: "PUT", body: "12345", headers: { "content-type": "text/plain" } });
  expect(put.status).toBe(200);
  expect(await textOf(await blobs.get("a"))).toBe("12345");
  for (const body of ["1234", "123456"]) {
    const refused = await fetch(address, { method: "PUT", body });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("SignatureDoesNotMatch")]);
  }
  expect(await textOf(await blobs.get("a"))).toBe("12345");
});

test("a presigned URL is valid for one method and one name, until it expires", async () => {
  const { presigned, turn } = await aLocation();
  const address = await presigned.put("a", { expiresSeconds: 60, sizeBytes: 1 });
  const attempt = async (url: string, method = "PUT"): Promise<number> =>
    (await fetch(url, { method, ...(method === "GET" ? {} : { body: "x" }) })).status;
  expect(await attempt(address.replace("/uploads/a", "/uploads/b"))).toBe(403);
  expect(await attempt(address, "GET")).toBe(403);
  expect(await attempt(address.replace("X-Amz-Expires=60", "X-Amz-Expires=600"))).toBe(403);
  expect(await attempt(address)).toBe(200);
  turn(30);
  expect(await attempt(address)).toBe(200);
  turn(40);
  expect(await attempt(address)).toBe(403);
});

test("parts can be put with presigned URLs too", async () => {
  const { presigned, client } = await aLocation();
  const create = new CreateMultipartUploadCommand({ Bucket: "blobs", Key: "uploads/a" });
  const { UploadId = "" } = await client.send(create);
  const limits = { expiresSeconds: 60, sizeBytes: 1 };
  const first = await presigned.part("a", { ...limits, uploadId: UploadId, number: 1 });
  const put = await fetch(first, { method: "PUT", body: "x" });
  expect([put.status, put.headers.get("etag")]).toEqual([200, '"9dd4e461268c8034f5c8564e155c67a6"']);
  const other = await fetch(first.replace("partNumber=1", "partNumber=2"), { method: "PUT", body: "x" });
  expect(other.status).toBe(403);
});

test("a presigned download has a file name to save under, and supports ranges", async () => {
  const { presigned, blobs } = await aLocation();
  await blobs.put("a", streamOf("0123456789"));
  const address = await presigned.get("a", { expiresSeconds: 60, fileName: 'Grüße "1".txt' });
  const whole = await fetch(address);
  expect(whole.headers.get("content-disposition")).toBe(
    `attachment; filename="Gr__e _1_.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.txt`,
  );
  expect(await whole.text()).toBe("0123456789");
  const part = await fetch(address, { headers: { range: "bytes=2-4" } });
  expect([part.status, await part.text()]).toEqual([206, "234"]);
});

test("a client that would sign checksums of an empty body presigns no uploads", async () => {
  const { target } = await aLocation();
  const client = aClient(target.origin);
  onTestFinished(() => client.destroy());
  const presigned = s3Presigned({ client, bucket: "blobs" });
  await expect(presigned.put("a", { expiresSeconds: 60, sizeBytes: 1 })).rejects.toThrow(TypeError);
});

test("invalid names are never signed", async () => {
  const { presigned } = await aLocation();
  await expect(presigned.put("../a", { expiresSeconds: 60, sizeBytes: 1 })).rejects.toThrow(RangeError);
  await expect(presigned.get("a b", { expiresSeconds: 60, fileName: "a" })).rejects.toThrow(RangeError);
});
