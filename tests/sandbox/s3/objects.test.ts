import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from "@aws-sdk/client-s3";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { aTarget, type Target } from "./a-target.ts";

const Bucket = "files";

describe("objects", () => {
  let target: Target;
  let client: S3Client;
  beforeEach(async () => {
    target = await aTarget();
    client = target.client;
  });

  const put = (Key: string, Body: string, more = {}) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
  const text = async (Key: string, more = {}): Promise<string | undefined> =>
    (await client.send(new GetObjectCommand({ Bucket, Key, ...more }))).Body?.transformToString();
  const refusal = (attempt: Promise<unknown>): Promise<unknown> =>
    attempt.then(
      () => "done",
      (error: Error) => error.name,
    );

  test("are returned with all of their metadata", async () => {
    const reported = {
      ContentType: "text/html; charset=utf-8",
      ContentDisposition: "attachment",
      ContentEncoding: "identity",
      CacheControl: "no-store",
      Metadata: { name: "value" },
    };
    const { ETag, ChecksumCRC32 } = await put("a", "0123456789", reported);
    expect(ETag).toBe('"781e5e245d69b566979b86e28d23f2c7"');
    // CRC-32 of these ten digits is a684c7c6.
    expect(ChecksumCRC32).toBe("poTHxg==");
    for (const command of [new GetObjectCommand({ Bucket, Key: "a" }), new HeadObjectCommand({ Bucket, Key: "a" })]) {
      expect(await client.send(command as GetObjectCommand)).toMatchObject({ ...reported, ETag, ContentLength: 10 });
    }
    expect(await text("a")).toBe("0123456789");
  });

  test("that are missing, and those in missing buckets, have specific errors", async () => {
    expect(await refusal(text("missing"))).toBe("NoSuchKey");
    expect(await refusal(client.send(new HeadObjectCommand({ Bucket, Key: "missing" })))).toBe("NotFound");
    expect(await refusal(client.send(new GetObjectCommand({ Bucket: "other", Key: "a" })))).toBe("NoSuchBucket");
    await client.send(new HeadBucketCommand({ Bucket }));
    expect(await refusal(client.send(new HeadBucketCommand({ Bucket: "other" })))).toBe("NotFound");
    expect(await refusal(put("k".repeat(1025), "x"))).toBe("KeyTooLongError");
  });

  const ranges = [
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=8-", "89", "bytes 8-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=-30", "0123456789", "bytes 0-9/10"],
    ["bytes=5-500", "56789", "bytes 5-9/10"],
    ["bytes=5-4", "0123456789", undefined],
    ["lines=1-2", "0123456789", undefined],
  ] as const;
  for (const [Range, expected, ContentRange] of ranges) {
    test(`are returned in the range ${Range}`, async () => {
      await put("a", "0123456789");
      const answer = await client.send(new GetObjectCommand({ Bucket, Key: "a", Range }));
      expect(answer.ContentRange).toBe(ContentRange);
      expect(await answer.Body?.transformToString()).toBe(expected);
    });
  }

  test("have no range beyond their end", async () => {
    await put("a", "0123456789");
    expect(await refusal(text("a", { Range: "bytes=10-" }))).toBe("InvalidRange");
    await client.send(new PutObjectCommand({ Bucket, Key: "empty", Body: Buffer.alloc(0) }));
    expect(await refusal(text("empty", { Range: "bytes=0-" }))).toBe("InvalidRange");
    expect(await text("empty")).toBe("");
  });

  test("are put conditionally", async () => {
    const { ETag = "" } = await put("a", "first", { IfNoneMatch: "*" });
    expect(await refusal(put("a", "second", { IfNoneMatch: "*" }))).toBe("PreconditionFailed");
    expect(await refusal(put("a", "second", { IfMatch: '"other"' }))).toBe("PreconditionFailed");
    expect(await refusal(put("missing", "second", { IfMatch: ETag }))).toBe("NoSuchKey");
    expect(await text("a")).toBe("first");
    await put("a", "second", { IfMatch: ETag });
    expect(await text("a")).toBe("second");
    const race = await Promise.all(
      Array.from({ length: 8 }, (_, by) => refusal(put("b", `${by}`, { IfNoneMatch: "*" }))),
    );
    expect(race.filter((outcome) => outcome === "done")).toHaveLength(1);
  });

  test("are read conditionally", async () => {
    const { ETag = "" } = await put("a", "text");
    expect(await text("a", { IfMatch: ETag })).toBe("text");
    expect(await refusal(text("a", { IfMatch: '"other"' }))).toBe("PreconditionFailed");
    expect(await text("a", { IfNoneMatch: '"other"' })).toBe("text");
    const same = client.send(new GetObjectCommand({ Bucket, Key: "a", IfNoneMatch: ETag }));
    await expect(same).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    const later = client.send(new GetObjectCommand({ Bucket, Key: "a", IfModifiedSince: new Date(Date.now() + 1000) }));
    await expect(later).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    expect(await refusal(text("a", { IfUnmodifiedSince: new Date(0) }))).toBe("PreconditionFailed");
  });

  test("are returned with the headers that the URL requests", async () => {
    await put("a", "text");
    const asked = { ResponseContentDisposition: 'attachment; filename="ü.txt"', ResponseContentType: "text/csv" };
    const answer = await client.send(new GetObjectCommand({ Bucket, Key: "a", ...asked }));
    expect(answer.ContentDisposition).toContain("attachment");
    expect(answer.ContentType).toBe("text/csv");
  });

  test("are deleted, individually and many at once, and deleting a missing one isn't an error", async () => {
    for (const key of ["a", "b & <c>", "d"]) await put(key, "x");
    await client.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: "a" }));
    const Delete = { Objects: [{ Key: "b & <c>" }, { Key: "missing" }] };
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    expect(Deleted?.map(({ Key }) => Key)).toEqual(["b & <c>", "missing"]);
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket }));
    expect(Contents?.map(({ Key }) => Key)).toEqual(["d"]);
  });

  test("still exist, in order, after the target is restarted", async () => {
    const keys = ["b", "a", "é", "👋", "\uffff"];
    for (const key of keys) await put(key, key, { Metadata: { of: "one" } });
    await put("a", "changed");
    await target.close();
    const { client: other } = await aTarget({ folder: target.folder });
    const { Contents = [] } = await other.send(new ListObjectsV2Command({ Bucket }));
    expect(Contents.map(({ Key }) => Key)).toEqual(["a", "b", "é", "\uffff", "👋"]);
    const a = await other.send(new GetObjectCommand({ Bucket, Key: "a" }));
    expect(await a.Body?.transformToString()).toBe("changed");
  });

  test("S3 features that this target doesn't have are rejected by name", async () => {
    for (const path of ["/files?acl=", "/files?versions=", "/files?location="]) {
      const bare = await fetch(`${target.origin}${path}`);
      expect(bare.status).toBe(403);
    }
    expect(await refusal(client.send(new GetObjectCommand({ Bucket, Key: "a", VersionId: "1" })))).toBe(
      "NotImplemented",
    );
  });
});

describe("lists", () => {
  test("are complete, in order, and without duplicates, for any prefix, delimiter, and page size", async () => {
    const { client } = await aTarget();
    const key = fc.string({
      unit: fc.constantFrom("a", "b", "/", "-", "é", "\uffff", "👋"),
      minLength: 1,
      maxLength: 4,
    });
    const keys = [...new Set(fc.sample(key, { numRuns: 60, seed: 3 }).filter((one) => !/^\/|\/\//.test(one)))];
    for (const Key of keys) await client.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
    const sorted = keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    for (const Prefix of ["", "a", "a/", "é", "missing"]) {
      for (const Delimiter of ["", "/", "-"]) {
        const within = sorted.filter((one) => one.startsWith(Prefix));
        const folder = (one: string): string | undefined => {
          const end = Delimiter === "" ? -1 : one.indexOf(Delimiter, Prefix.length);
          return end < 0 ? undefined : one.slice(0, end + Delimiter.length);
        };
        const expected = [
          within.filter((one) => folder(one) === undefined),
          [...new Set(within.flatMap((one) => folder(one) ?? []))],
        ];
        for (const MaxKeys of [1, 3, 1000]) {
          expect(await listed(client, { Prefix, Delimiter, MaxKeys })).toEqual(expected);
        }
      }
    }
  });

  test("start where requested", async () => {
    const { client } = await aTarget();
    for (const Key of ["a", "b", "c"]) await client.send(new PutObjectCommand({ Bucket, Key, Body: "text" }));
    const page = await client.send(new ListObjectsV2Command({ Bucket, StartAfter: "a", MaxKeys: 1 }));
    expect(page).toMatchObject({ IsTruncated: true, KeyCount: 1, Contents: [{ Key: "b", Size: 4 }] });
    const bad = client.send(new ListObjectsV2Command({ Bucket, ContinuationToken: "?" }));
    await expect(bad).rejects.toMatchObject({ name: "InvalidArgument" });
  });

  async function listed(
    client: S3Client,
    { MaxKeys, ...input }: { Prefix: string; Delimiter: string; MaxKeys: number },
  ) {
    const keys: string[] = [];
    const prefixes: string[] = [];
    for await (const page of paginateListObjectsV2({ client, pageSize: MaxKeys }, { Bucket, ...input })) {
      expect(page.KeyCount).toBeLessThanOrEqual(MaxKeys);
      keys.push(...(page.Contents ?? []).map(({ Key = "" }) => Key));
      prefixes.push(...(page.CommonPrefixes ?? []).map(({ Prefix = "" }) => Prefix));
    }
    return [keys, prefixes];
  }
});
