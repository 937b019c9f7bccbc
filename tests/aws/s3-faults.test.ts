import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GetObjectCommand, ListMultipartUploadsCommand, ListPartsCommand, type S3Client } from "@aws-sdk/client-s3";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { s3Blobs } from "#shared/aws/s3/blobs.ts";
import { systemIds } from "#shared/node/ids.ts";
import { BlobExists, type Blobs } from "#shared/ports/blobs.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import type { S3Server } from "../../sandbox/s3/server.ts";
import { streamOf, textOf } from "../ports/blobs-suite.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { aClient, aTarget } from "./s3-worlds.ts";

describe("blobs in a bucket", () => {
  const clock = turnableClock();
  let folder: string;
  let target: S3Server;
  let client: S3Client;
  let blobs: Blobs;
  let calls: string[];

  beforeEach(async () => {
    folder = scratchFolder();
    target = await aTarget(folder);
    client = aClient(target.origin);
    blobs = s3Blobs({ client, bucket: "blobs", clock, ids: systemIds(clock) });
    calls = [];
    target.faults.decide = record;
    onTestFinished(async () => {
      client.destroy();
      await target.close();
    });
  });

  function record({ method, url }: { readonly method: string; readonly url: string }): undefined {
    calls.push(`${method} ${url.replace(/uploadId=[^&]+/, "uploadId").replace(/[?&]x-id=\w+/, "")}`);
  }

  /** Makes only the first matching call fail. */
  function once(pattern: RegExp, fault: ReturnType<NonNullable<S3Server["faults"]["decide"]>>): void {
    let isDone = false;
    target.faults.decide = (call) => {
      record(call);
      if (isDone || !pattern.test(`${call.method} ${call.url}`)) return undefined;
      isDone = true;
      return fault;
    };
  }

  const chunk = Buffer.alloc(1024 * 1024, "large ");
  async function* large(megabytes = 20): AsyncGenerator<Uint8Array, void> {
    for (let count = 0; count < megabytes; count++) yield chunk;
  }
  const uploads = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket: "blobs" }))).Uploads ?? [];

  test("every operation with a small blob is one call", async () => {
    await blobs.put("a", streamOf("x"));
    await textOf(await blobs.get("a"));
    await blobs.get("missing");
    await blobs.head("a");
    await blobs.list({ prefix: "" });
    await blobs.delete("a");
    expect(calls.map((call) => call.split("?")[0])).toEqual([
      "PUT /blobs/a",
      "GET /blobs/a",
      "GET /blobs/missing",
      "HEAD /blobs/a",
      "GET /blobs/",
      "DELETE /blobs/a",
    ]);
  });

  test("a large stream is uploaded in parts and read back completely", async () => {
    const put = await blobs.put("large", large(), { contentType: "text/plain" });
    expect(calls.map((call) => call.replace("/blobs/large", ""))).toEqual([
      "POST ?uploads=",
      "PUT ?partNumber=1&uploadId",
      "PUT ?partNumber=2&uploadId",
      "PUT ?partNumber=3&uploadId",
      "POST ?uploadId",
    ]);
    expect(put).toMatchObject({ sizeBytes: 20 * chunk.byteLength, contentType: "text/plain" });
    expect(await blobs.head("large")).toEqual(put);
    const [sent, received] = [createHash("md5"), createHash("md5")];
    for await (const bytes of large()) sent.update(bytes);
    for await (const bytes of (await blobs.get("large"))?.body ?? []) received.update(bytes);
    expect(received.digest("hex")).toBe(sent.digest("hex"));
    const border = 8 * 1024 * 1024;
    expect(await textOf(await blobs.get("large", { from: border - 3, to: border + 3 }))).toBe(
      Buffer.concat([chunk, chunk, chunk, chunk, chunk, chunk, chunk, chunk, chunk]).toString(
        "utf8",
        border - 3,
        border + 4,
      ),
    );
  });

  test("a large stream that fails leaves no object and no upload", async () => {
    const cause = new Error("The stream broke");
    async function* breaking(): AsyncGenerator<Uint8Array, void> {
      yield* large(18);
      throw cause;
    }
    await expect(blobs.put("large", breaking())).rejects.toBe(cause);
    expect(await blobs.head("large")).toBeUndefined();
    expect(await uploads()).toEqual([]);
  });

  test("a large blob that must be new is rejected before it is sent, or at its end after a race", async () => {
    await blobs.put("large", streamOf("first"));
    calls.length = 0;
    await expect(blobs.put("large", large(), { ifAbsent: true })).rejects.toThrow(BlobExists);
    expect(calls).toEqual(["HEAD /blobs/large"]);
    async function* overtaken(): AsyncGenerator<Uint8Array, void> {
      yield* large(18);
      await blobs.put("other", streamOf("another writer's"));
      yield* large(2);
    }
    await expect(blobs.put("other", overtaken(), { ifAbsent: true })).rejects.toThrow(BlobExists);
    expect(await textOf(await blobs.get("other"))).toBe("another writer's");
    expect(await uploads()).toEqual([]);
  });

  test("a put of a new blob whose response was lost has stored it, and says so", async () => {
    once(/^PUT/, "lost answer");
    const put = await blobs.put("a", streamOf("mine"), { ifAbsent: true });
    expect(await blobs.head("a")).toEqual(put);
    await expect(blobs.put("a", streamOf("other"), { ifAbsent: true })).rejects.toThrow(BlobExists);
  });

  test("a large put whose completion was lost has stored it, and says so", async () => {
    for (const ifAbsent of [false, true]) {
      once(/^POST .*uploadId/, "lost answer");
      const put = await blobs.put(`large-${ifAbsent}`, large(), { ifAbsent });
      expect(await blobs.head(`large-${ifAbsent}`)).toEqual(put);
    }
  });

  test("failed parts are sent again", async () => {
    const failing = ["reset", { error: "SlowDown" }, { error: "InternalError" }, "lost answer"] as const;
    let location = 0;
    target.faults.decide = ({ url }) =>
      url.includes("partNumber") && location % 2 === 0 ? failing[location++ / 2] : void location++;
    const put = await blobs.put("large", large(24));
    expect(put.sizeBytes).toBe(24 * chunk.byteLength);
    expect(await uploads()).toEqual([]);
  });

  test("a bucket that is down is unavailable, after three calls per operation", async () => {
    await blobs.put("a", streamOf("x"));
    for (const act of [
      () => blobs.put("a", streamOf("y")),
      () => blobs.get("a"),
      () => blobs.head("a"),
      () => blobs.list({ prefix: "" }),
      () => blobs.delete("a"),
    ]) {
      let count = 0;
      target.faults.decide = () => {
        count += 1;
        return "reset";
      };
      await expect(act()).rejects.toThrow(StoreUnavailable);
      expect(count).toBe(3);
    }
    target.faults.decide = undefined;
    expect(await textOf(await blobs.get("a"))).toBe("x");
  });

  test("a bucket without permission is unavailable immediately", async () => {
    target.faults.decide = (call) => {
      record(call);
      return { error: "AccessDenied" };
    };
    await expect(blobs.get("a")).rejects.toThrow(StoreUnavailable);
    expect(calls).toHaveLength(1);
  });

  test("bytes that were corrupted at rest are never returned as valid", async () => {
    await blobs.put("a", streamOf("x".repeat(100_000)));
    const data = join(folder, "blobs", "data");
    for (const name of readdirSync(data)) {
      const bytes = readFileSync(join(data, name));
      bytes[50_000] = (bytes[50_000] ?? 0) ^ 1;
      writeFileSync(join(data, name), bytes);
    }
    await expect(textOf(await blobs.get("a"))).rejects.toThrow(StoreUnavailable);
  });

  test("a killed put leaves an unfinished upload, which the bucket expires, and no blob", async () => {
    async function* endless(): AsyncGenerator<Uint8Array, void> {
      yield* large(18);
      const [{ UploadId } = {}] = await uploads();
      const { Parts = [] } = await client.send(new ListPartsCommand({ Bucket: "blobs", Key: "large", UploadId }));
      expect(Parts.map(({ PartNumber }) => PartNumber)).toEqual([1, 2]);
      // As if the process that would abort it had died.
      target.faults.decide = ({ method }) => (method === "DELETE" ? { error: "AccessDenied" } : undefined);
      throw new Error("The end");
    }
    await expect(blobs.put("large", endless())).rejects.toThrow("The end");
    target.faults.decide = undefined;
    expect(await uploads()).toHaveLength(1);
    expect(await blobs.head("large")).toBeUndefined();
  });

  test("an object that others have put has the metadata that S3 knows", async () => {
    await blobs.put("a", streamOf("x"));
    const { LastModified } = await client.send(new GetObjectCommand({ Bucket: "blobs", Key: "a" }));
    expect(LastModified?.getTime()).toBeLessThanOrEqual(Date.now());
    expect((await blobs.head("a"))?.modifiedAt).toBe(clock.now());
  });
});
