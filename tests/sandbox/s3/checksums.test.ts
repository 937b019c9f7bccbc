import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { describe, expect, test } from "vitest";
import { algorithms, checksum } from "../../../sandbox/s3/checksums.ts";
import { aTarget } from "./a-target.ts";

const at = { Bucket: "files", Key: "a" };

test("checksums have the values that their definitions specify for the nine digits, in any split", () => {
  // Check values from the catalog of CRC algorithms, and from FIPS 180-4.
  const expected = {
    crc32: Buffer.from("cbf43926", "hex"),
    crc32c: Buffer.from("e3069283", "hex"),
    sha1: Buffer.from("f7c3bc1d808e04732adf679965ccc34ca7ae3441", "hex"),
    sha256: Buffer.from("15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225", "hex"),
  };
  for (const algorithm of algorithms) {
    for (const pieces of [["123456789"], ["1", "2345678", "", "9"]]) {
      const sum = checksum(algorithm);
      for (const piece of pieces) sum.update(Buffer.from(piece));
      expect(sum.digest()).toBe(expected[algorithm].toString("base64"));
    }
  }
});

describe("a body", () => {
  for (const ChecksumAlgorithm of ["CRC32", "CRC32C", "SHA1", "SHA256"] as const) {
    test(`is verified with its client's ${ChecksumAlgorithm}, which is returned with it`, async () => {
      const { client } = await aTarget();
      const put = await client.send(new PutObjectCommand({ ...at, Body: "text", ChecksumAlgorithm }));
      const value = put[`Checksum${ChecksumAlgorithm}`];
      expect(value).toBe(sumOf(ChecksumAlgorithm, "text"));
      const head = await client.send(new HeadObjectCommand({ ...at, ChecksumMode: "ENABLED" }));
      expect(head[`Checksum${ChecksumAlgorithm}`]).toBe(value);
      expect(await (await client.send(new GetObjectCommand(at))).Body?.transformToString()).toBe("text");
    });

    test(`is verified with the ${ChecksumAlgorithm} in the trailer of a stream`, async () => {
      const { client } = await aTarget();
      const Body = Readable.from([Buffer.from("te"), Buffer.from("xt")]);
      const put = await client.send(new PutObjectCommand({ ...at, Body, ContentLength: 4, ChecksumAlgorithm }));
      expect(put[`Checksum${ChecksumAlgorithm}`]).toBe(sumOf(ChecksumAlgorithm, "text"));
      const object = await client.send(new GetObjectCommand(at));
      expect([object.ContentLength, object.ContentEncoding]).toEqual([4, undefined]);
      expect(await object.Body?.transformToString()).toBe("text");
    });

    test(`with another ${ChecksumAlgorithm} than announced is rejected and not stored`, async () => {
      const { client } = await aTarget();
      const wrong = { [`Checksum${ChecksumAlgorithm}`]: sumOf(ChecksumAlgorithm, "other") };
      const attempt = client.send(new PutObjectCommand({ ...at, Body: "text", ...wrong }));
      await expect(attempt).rejects.toMatchObject({ name: "BadDigest" });
      await expect(client.send(new GetObjectCommand(at))).rejects.toMatchObject({ name: "NoSuchKey" });
    });
  }

  test("with another MD5 than announced is rejected", async () => {
    const { client } = await aTarget();
    const ContentMD5 = createHash("md5").update("other").digest("base64");
    const attempt = client.send(new PutObjectCommand({ ...at, Body: "text", ContentMD5 }));
    await expect(attempt).rejects.toMatchObject({ name: "BadDigest" });
    const nonsense = client.send(new PutObjectCommand({ ...at, Body: "text", ContentMD5: "AAAA" }));
    await expect(nonsense).rejects.toMatchObject({ name: "InvalidDigest" });
  });

  test("that was changed in transit is rejected by the signed hash", async () => {
    const { another } = await aTarget();
    const client = another({ requestChecksumCalculation: "WHEN_REQUIRED" });
    client.middlewareStack.add(
      (next) => (args) => {
        Object.assign(args.request as object, { body: "tixt" });
        return next(args);
      },
      { step: "finalizeRequest", priority: "low" },
    );
    const attempt = client.send(new PutObjectCommand({ ...at, Body: "text" }));
    await expect(attempt).rejects.toMatchObject({ name: "XAmzContentSHA256Mismatch" });
  });

  test("whose framing ends before its end is rejected, even if all of its bytes are there", async () => {
    const { another } = await aTarget();
    // The SDK also logs the errors that it returns to its caller.
    const quiet = (): void => {};
    const client = another({ logger: { debug: quiet, info: quiet, warn: quiet, error: quiet } });
    const framed = `4\r\ntext\r\n0\r\nx-amz-checksum-crc32:${sumOf("CRC32", "text")}\r\n`;
    client.middlewareStack.add(
      (next) => (args) => {
        Object.assign(args.request as object, { body: Readable.from([Buffer.from(framed)]) });
        return next(args);
      },
      { step: "finalizeRequest", priority: "low" },
    );
    const Body = Readable.from([Buffer.from("text")]);
    const attempt = client.send(new PutObjectCommand({ ...at, Body, ContentLength: 4, ChecksumAlgorithm: "CRC32" }));
    await expect(attempt).rejects.toMatchObject({ name: "IncompleteBody" });
  });

  test("that is truncated leaves nothing behind", async () => {
    const { client, another, folder } = await aTarget();
    await client.send(new PutObjectCommand({ ...at, Body: "before" }));
    const data = join(folder, "files", "data");
    const address = await getSignedUrl(
      another({ requestChecksumCalculation: "WHEN_REQUIRED" }),
      new PutObjectCommand(at),
    );
    const outgoing = request(address, { method: "PUT", headers: { "content-length": 200_000 }, agent: false });
    outgoing.on("error", () => {});
    outgoing.write(Buffer.alloc(100_000));
    while (readdirSync(data).length < 2) await setImmediate();
    outgoing.destroy();
    expect(await (await client.send(new GetObjectCommand(at))).Body?.transformToString()).toBe("before");
    // The target notices with a delay that no more data will arrive.
    while (readdirSync(data).length > 1) await setImmediate();
  });
});

function sumOf(name: "CRC32" | "CRC32C" | "SHA1" | "SHA256", text: string): string {
  const algorithm = algorithms.find((one) => one === name.toLowerCase()) ?? "crc32";
  const sum = checksum(algorithm);
  sum.update(Buffer.from(text));
  return sum.digest();
}
