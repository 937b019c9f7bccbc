import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, onTestFinished, test } from "vitest";
import { startChild } from "../../support/programs/child-program.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { example } from "./a-target-key.ts";

const megabyte = 1024 * 1024;

test("256 MB are stored and read without the target growing by 100", async () => {
  const child = startChild(new URL("children/s3-target.ts", import.meta.url), scratchFolder());
  onTestFinished(() => void child.process.kill("SIGKILL"));
  const [endpoint = ""] = await child.lines(1);
  const { region, ...credentials } = example;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  onTestFinished(() => client.destroy());

  async function pass(megabytes: number): Promise<void> {
    const [sent, received] = [createHash("sha256"), createHash("sha256")];
    async function* body(): AsyncGenerator<Buffer, void> {
      for (let count = 0; count < megabytes; count++) {
        const chunk = Buffer.alloc(megabyte, count);
        sent.update(chunk);
        yield chunk;
      }
    }
    const at = { Bucket: "files", Key: "large" };
    const Body = Readable.from(body(), { objectMode: false });
    await client.send(new PutObjectCommand({ ...at, Body, ContentLength: megabytes * megabyte }));
    const { Body: answer } = await client.send(new GetObjectCommand(at));
    for await (const chunk of answer as AsyncIterable<Uint8Array>) received.update(chunk);
    expect(received.digest("hex")).toBe(sent.digest("hex"));
  }

  async function maxMegabytes(lines: number): Promise<number> {
    child.publish("memory");
    return Number((await child.lines(lines)).at(-1)) / 1024;
  }

  await pass(32);
  const before = await maxMegabytes(2);
  await pass(256);
  const growth = (await maxMegabytes(3)) - before;
  expect(growth).toBeLessThan(100);
});
