import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { beforeEach, describe, expect, test } from "vitest";
import { aTarget, type Target } from "./a-target.ts";

const at = { Bucket: "files", Key: "large" };
const megabytes = (count: number, fill: string): Buffer => Buffer.alloc(count * 1024 * 1024, fill);
const md5 = (bytes: Buffer): Buffer => createHash("md5").update(bytes).digest();

describe("a multipart upload", () => {
  let target: Target;
  let client: Target["client"];
  let UploadId: string;
  beforeEach(async () => {
    target = await aTarget();
    client = target.client;
    ({ UploadId = "" } = await client.send(
      new CreateMultipartUploadCommand({
        ...at,
        ContentType: "text/plain",
        Metadata: { a: "b" },
        ChecksumAlgorithm: "CRC32",
      }),
    ));
  });

  async function upload(PartNumber: number, Body: Buffer): Promise<CompletedPart> {
    const input = { ...at, UploadId, PartNumber, Body, ChecksumAlgorithm: "CRC32" as const };
    const { ETag, ChecksumCRC32 } = await client.send(new UploadPartCommand(input));
    return { PartNumber, ETag, ChecksumCRC32 };
  }
  const complete = (Parts: CompletedPart[], more = {}) =>
    client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts }, ...more }));
  const refusal = (attempt: Promise<unknown>): Promise<unknown> =>
    attempt.then(
      () => "done",
      (error: Error) => error.name,
    );
  const data = (): readonly string[] => readdirSync(join(target.folder, "files", "data"));

  test("becomes one object with S3's tag, in the order of the part numbers, not of their arrival", async () => {
    const bodies = [megabytes(5, "a"), megabytes(5, "b"), Buffer.from("the end")] as const;
    const third = await upload(7, bodies[2]);
    const [first, second] = await Promise.all([upload(1, bodies[0]), upload(3, bodies[1])]);
    const done = await complete([first, second, third]);
    expect(done.ETag).toBe(`"${md5(Buffer.concat(bodies.map(md5))).toString("hex")}-3"`);
    expect(done.ChecksumCRC32).toMatch(/^[A-Za-z0-9+/]{6}==-3$/);
    const object = await client.send(new GetObjectCommand(at));
    expect(object).toMatchObject({ ContentType: "text/plain", Metadata: { a: "b" }, ETag: done.ETag });
    const whole = Buffer.concat(bodies);
    expect(Buffer.from((await object.Body?.transformToByteArray()) ?? []).equals(whole)).toBe(true);
    const Range = `bytes=${5 * 1024 * 1024 - 2}-${5 * 1024 * 1024 + 1}`;
    const border = await client.send(new GetObjectCommand({ ...at, Range }));
    expect(await border.Body?.transformToString()).toBe("aabb");
    expect(await refusal(complete([first, second, third]))).toBe("NoSuchUpload");
  });

  test("lists its parts in pages, and a part sent again replaces the first", async () => {
    for (const number of [1, 2, 3]) await upload(number, Buffer.from("first"));
    await upload(2, Buffer.from("second time"));
    const page = await client.send(new ListPartsCommand({ ...at, UploadId, MaxParts: 2 }));
    expect(page.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, 5],
      [2, 11],
    ]);
    expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: "2" });
    const rest = await client.send(new ListPartsCommand({ ...at, UploadId, PartNumberMarker: "2" }));
    expect(rest.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([3]);
    expect(data()).toHaveLength(3);
  });

  test("is listed until it ends, in pages", async () => {
    await client.send(new CreateMultipartUploadCommand({ Bucket: "files", Key: "other" }));
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: "files", MaxUploads: 1 }));
    expect(page).toMatchObject({ IsTruncated: true, Uploads: [{ Key: "large", UploadId }] });
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    const rest = await client.send(new ListMultipartUploadsCommand({ Bucket: "files", KeyMarker, UploadIdMarker }));
    expect(rest.Uploads?.map(({ Key }) => Key)).toEqual(["other"]);
    const filtered = await client.send(new ListMultipartUploadsCommand({ Bucket: "files", Prefix: "o" }));
    expect(filtered.Uploads?.map(({ Key }) => Key)).toEqual(["other"]);
  });

  test("leaves nothing behind when it is aborted, and accepts no more parts", async () => {
    await upload(1, Buffer.from("x"));
    await client.send(new AbortMultipartUploadCommand({ ...at, UploadId }));
    expect(data()).toEqual([]);
    expect(await refusal(upload(2, Buffer.from("x")))).toBe("NoSuchUpload");
    expect(await refusal(client.send(new AbortMultipartUploadCommand({ ...at, UploadId })))).toBe("NoSuchUpload");
  });

  test("isn't completed with wrong parts", async () => {
    const [small, last] = [await upload(1, Buffer.from("small")), await upload(2, Buffer.from("last"))];
    expect(await refusal(complete([small, last]))).toBe("EntityTooSmall");
    expect(await refusal(complete([last, small]))).toBe("InvalidPartOrder");
    expect(await refusal(complete([{ ...small, PartNumber: 5 }]))).toBe("InvalidPart");
    expect(await refusal(complete([{ ...small, ETag: '"other"' }]))).toBe("InvalidPart");
    expect(await refusal(complete([{ ...small, ChecksumCRC32: "AAAAAA==" }]))).toBe("InvalidPart");
    expect(await refusal(complete([]))).toBe("MalformedXML");
    expect(await refusal(upload(10_001, Buffer.from("x")))).toBe("InvalidArgument");
    await complete([small]);
    expect(data()).toHaveLength(1);
  });

  test("is completed conditionally", async () => {
    const part = await upload(1, Buffer.from("mine"));
    await client.send(new PutObjectCommand({ ...at, Body: "another writer's" }));
    expect(await refusal(complete([part], { IfNoneMatch: "*" }))).toBe("PreconditionFailed");
    const object = await client.send(new GetObjectCommand(at));
    expect(await object.Body?.transformToString()).toBe("another writer's");
    await complete([part], { IfMatch: object.ETag });
  });

  test("continues after the target is restarted, and nothing else stays", async () => {
    const part = await upload(1, Buffer.from("mine"));
    await target.close();
    const next = await aTarget({ folder: target.folder });
    const MultipartUpload = { Parts: [part] };
    await next.client.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload }));
    const object = await next.client.send(new GetObjectCommand(at));
    expect(await object.Body?.transformToString()).toBe("mine");
  });

  test("a replaced object can still be read to its end by a reader that has started", async () => {
    const parts = [await upload(1, megabytes(5, "a")), await upload(2, megabytes(5, "b"))];
    await complete(parts);
    const { Body } = await client.send(new GetObjectCommand(at));
    await client.send(new PutObjectCommand({ ...at, Body: "another" }));
    const read = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(read.equals(Buffer.concat([megabytes(5, "a"), megabytes(5, "b")]))).toBe(true);
    // The target notices with a delay that its reader has everything.
    while (data().length > 1) await setImmediate();
  });
});
