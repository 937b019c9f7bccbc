import { appendFileSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3Client } from "@aws-sdk/client-s3";
import { afterAll, expect } from "vitest";
import { s3Blobs } from "#shared/aws/s3/blobs.ts";
import { s3Presigned } from "#shared/aws/s3/presigned.ts";
import { s3StoredTransfers } from "#shared/aws/s3/stored-transfers.ts";
import { systemIds } from "#shared/node/ids.ts";
import { type S3Fault, startS3 } from "../../sandbox/s3/server.ts";
import { aHost } from "../agent/support/a-host.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { checkedOnAws } from "../support/iam/checked-on-aws.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const region = "eu-central-1";
const folder = mkdtempSync(join(tmpdir(), "latchkey-s3-"));
const s3 = await startS3({ folder, ...credentials, region, buckets: ["blobs"] });
const s3Client = new S3Client({
  endpoint: s3.origin,
  region,
  credentials,
  forcePathStyle: true,
  requestChecksumCalculation: "WHEN_REQUIRED",
});
const place = { client: checkedOnAws(s3Client), bucket: "blobs" };
const host = aHost();
const service = await testService({
  decorate: (platform) => {
    const { clock, transfers } = platform;
    const blobs = s3Blobs({ ...place, clock, ids: systemIds(clock) });
    const inbound = s3StoredTransfers({ ...place, blobs, addresses: s3Presigned(place) });
    return { ...platform, answerMs: 1_000, transfers: { ...transfers, inbound } };
  },
});
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  s3Client.destroy();
  await s3.close();
  rmSync(folder, { recursive: true });
  host.remove();
});

const key = await service.anAdminKey();
const download = (name: string, headers = {}) =>
  service.raw("GET", `/svc/api/server-info/logs/${name}`, { key, headers });
/** Downloads a log as a client that waits until it is ready. */
const prepared = async (name: string) => {
  for (;;) {
    const answer = await download(name);
    if (answer.status !== 503) return answer;
    await service.clock.sleep(20);
  }
};
const content = '2026-02-14 00:02:00 -0500\tInformation\t644\tfms\tClient "admin" authenticated.\n'.repeat(20_000);

let decidePart: () => S3Fault | Promise<undefined> | undefined = () => undefined;
s3.faults.decide = ({ method, url }) => (method === "PUT" && url.includes("partNumber=") ? decidePart() : undefined);

verifies("logs:download:bucket", async () => {
  const path = host.write("Logs/Access.log", content);
  const slow = Promise.withResolvers<undefined>();
  decidePart = () => slow.promise;
  const early = await download("Access.log", { Accept: "application/json" });
  expect(early).toRefuseWith("download_not_ready");
  appendFileSync(path, "a later line\n");
  decidePart = () => undefined;
  slow.resolve(undefined);
  const answer = await prepared("Access.log");
  expect([answer.status, answer.bytes.length]).toEqual([302, 0]);
  const found = await fetch(String(answer.headers.location));
  expect(found.headers.get("content-disposition")).toContain('filename="Access.log"');
  expect(await found.text()).toBe(content);
  const next = await prepared("Access.log");
  expect(await (await fetch(String(next.headers.location))).text()).toBe(`${content}a later line\n`);
});

verifies("logs:download:bucket", "smaller logs and ranges are answered directly", async () => {
  host.write("Logs/Event.log", content.slice(0, 300_000));
  expect((await download("Event.log")).text).toBe(content.slice(0, 300_000));
  const part = await download("Access.log", { Range: "bytes=100-199" });
  expect([part.status, part.text]).toEqual([206, content.slice(100, 200)]);
});

verifies("logs:download:bucket", "a log that is rotated meanwhile isn't continued with another", async () => {
  const path = host.write("Logs/fmdapi.log", content);
  decidePart = () => ({ error: "AccessDenied" });
  const failed = await prepared("fmdapi.log");
  expect(failed.status).toBe(502);
  decidePart = () => undefined;
  renameSync(path, `${path}.1`);
  host.write("Logs/fmdapi.log", content.toUpperCase());
  const answer = await prepared("fmdapi.log");
  expect(await (await fetch(String(answer.headers.location))).text()).toBe(content.toUpperCase());
});
