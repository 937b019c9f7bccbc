import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3Client } from "@aws-sdk/client-s3";
import { afterAll, expect } from "vitest";
import { deleteExpiredTransfers } from "#shared/agent/expired-transfers.ts";
import { s3Blobs } from "#shared/aws/s3/blobs.ts";
import { s3InboundTransfers } from "#shared/aws/s3/inbound-transfers.ts";
import { s3OutboundTransfers } from "#shared/aws/s3/outbound-transfers.ts";
import { s3Presigned } from "#shared/aws/s3/presigned.ts";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import { startS3 } from "../../sandbox/s3/server.ts";
import { checkedOnAws } from "../support/iam/checked-on-aws.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aBrowsedHost } from "./support/a-browsed-host.ts";
import { filesInZip } from "./support/files-in-zip.ts";
import { tusOf } from "./support/tus.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const region = "eu-central-1";
const folder = mkdtempSync(join(tmpdir(), "latchkey-s3-"));
const s3 = await startS3({ folder, ...credentials, region, buckets: ["blobs"] });
const client = new S3Client({
  endpoint: s3.origin,
  region,
  credentials,
  forcePathStyle: true,
  requestChecksumCalculation: "WHEN_REQUIRED",
});
const place = { client: checkedOnAws(client), bucket: "blobs" };
const addresses = s3Presigned(place);
const later = backgroundTasks({ error: (line) => expect(line).toBeUndefined() });

/** Transfers bytes through a bucket, and limits bodies to Lambda's maximum. */
const service = await testService({
  largestBodyBytes: 4_400_000,
  decorate: (platform) => {
    const { clock } = platform;
    const ids = systemIds(clock);
    const bucket = { blobs: s3Blobs({ ...place, clock, ids }), addresses };
    const transfers = {
      inbound: s3InboundTransfers(addresses, ids, clock),
      outbound: s3OutboundTransfers(bucket, ids, later, clock),
    };
    return { ...platform, transfers };
  },
});
const browsed = await aBrowsedHost(service);
const { host, key, as } = browsed;
afterAll(async () => {
  await browsed.remove();
  client.destroy();
  await s3.close();
  rmSync(folder, { recursive: true });
});
const { begin, bring } = tusOf(browsed);

verifies("browser:download:file", "on AWS, the caller is redirected to the file's URL", async () => {
  const bytes = randomBytes(3_000_000);
  host.write("Data/Documents/May é.pdf", bytes);
  const answer = await as("GET", "/svc/api/files/download", { path: "documents/May é.pdf" });
  expect([answer.status, answer.bytes.length]).toEqual([302, 0]);
  const range = { headers: { Range: "bytes=1000-1999" } };
  const whole = await fetch(String(answer.headers.location));
  expect(whole.headers.get("content-disposition")).toContain("filename*=UTF-8''May%20%C3%A9.pdf");
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
  const part = Buffer.from(await (await fetch(String(answer.headers.location), range)).arrayBuffer());
  expect(part.equals(bytes.subarray(1_000, 2_000))).toBe(true);
  const head = await service.raw("HEAD", "/svc/api/files/download?path=documents/May%20%C3%A9.pdf", { key });
  expect([head.status, head.headers["content-length"]]).toEqual([200, "3000000"]);
});

verifies("browser:download:zip", "on AWS, the zip is available at a URL too", async () => {
  host.write("Data/Documents/Reports/May.txt", "May");
  const answer = await as("GET", "/svc/api/files/download", { path: "documents/Reports" });
  expect(answer.status).toBe(302);
  const zip = Buffer.from(await (await fetch(String(answer.headers.location))).arrayBuffer());
  expect(filesInZip(zip).get("Reports/May.txt")?.toString()).toBe("May");
});

verifies("browser:upload:whole", "on AWS too, in parts that a function can accept", async () => {
  const { uploadPartBytes } = (await as("GET", "/svc/api/files")).body.response;
  expect(uploadPartBytes).toBe(4_000_000);
  const bytes = randomBytes(2 * uploadPartBytes + 5);
  const location = String((await begin({ path: "documents", filename: "parts.bin" }, bytes.length)).headers.location);
  const there = () => readdirSync(join(host.path, "Data/Documents")).includes("parts.bin");
  for (let offset = 0; offset < bytes.length; offset += uploadPartBytes) {
    expect(there()).toBe(false);
    expect((await bring(location, offset, bytes.subarray(offset, offset + uploadPartBytes))).status).toBe(204);
  }
  expect(readFileSync(join(host.path, "Data/Documents/parts.bin")).equals(bytes)).toBe(true);
  await later.settle();
});

verifies(
  "audit:entries:cleanup",
  "bytes that an agent uploaded are deleted from the bucket once no URL leads to them",
  async () => {
    const { location } = (await as("GET", "/svc/api/files/download", { path: "documents/May é.pdf" })).headers;
    const blobs = s3Blobs({ ...place, clock: systemClock, ids: systemIds(systemClock) });
    const names = async () => (await blobs.list({ prefix: "agent/" })).names;
    const noted: [string, readonly string[]][] = [];
    const cleaned = (now: number) =>
      deleteExpiredTransfers({
        ...{ blobs, clock: { ...systemClock, now: () => now } },
        noteCleanup: async (action, objects) => void noted.push([action, objects]),
      });
    const kept = await names();
    await cleaned(service.clock.now());
    expect(await names()).toEqual(kept);
    expect((await fetch(String(location))).status).toBe(200);
    await cleaned(service.clock.now() + 86_400_000);
    expect(await names()).toEqual([]);
    expect((await fetch(String(location))).status).toBe(404);
    const ids = kept.map((name) => name.slice(-36));
    expect(noted).toEqual([
      ["cleanUpTransfers", []],
      ["cleanUpTransfers", ids.map((id) => `transfer:${id}`)],
    ]);
  },
);
