import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { S3Client } from "@aws-sdk/client-s3";
import { afterAll, expect } from "vitest";
import { deleteExpiredTransfers } from "#shared/agent/expired-transfers.ts";
import { s3Blobs } from "#shared/aws/s3/blobs.ts";
import { s3OutboundTransfers } from "#shared/aws/s3/outbound-transfers.ts";
import { s3Presigned } from "#shared/aws/s3/presigned.ts";
import { s3StoredTransfers } from "#shared/aws/s3/stored-transfers.ts";
import { systemClock } from "#shared/node/clock.ts";
import { systemIds } from "#shared/node/ids.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import { type S3Fault, startS3 } from "../../sandbox/s3/server.ts";
import { anAgent } from "../agent/support/an-agent.ts";
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
      inbound: s3StoredTransfers({ ...place, ...bucket }),
      outbound: s3OutboundTransfers(bucket, ids, later, clock),
    };
    return { ...platform, answerMs: 1_000, transfers };
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
  const answer = await downloaded("documents/May é.pdf");
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

/** Numbers of the parts that the agent has uploaded. */
const partsSent: string[] = [];
let decidePart: (number: string) => S3Fault | Promise<undefined> | undefined = () => undefined;
s3.faults.decide = ({ method, url }) => {
  const number = method === "PUT" ? new URL(url, s3.origin).searchParams.get("partNumber") : null;
  if (number === null) return undefined;
  partsSent.push(number);
  return decidePart(number);
};
const bucketNow = s3Blobs({ ...place, clock: systemClock, ids: systemIds(systemClock) });

/** Downloads as a client that waits as `Retry-After` says. */
async function downloaded(path: string): Promise<Awaited<ReturnType<typeof as>>> {
  for (;;) {
    const answer = await as("GET", "/svc/api/files/download", { path });
    if (answer.status !== 503) return answer;
    expect([answer.headers["retry-after"], answer.headers.refresh]).toEqual(["5", "5"]);
    expect(answer.text).toContain("curl -L --retry 1000");
    await pause(20);
  }
}

verifies("browser:download:resumed", async () => {
  const bytes = randomBytes(70_000_000);
  host.write("Data/Documents/large.bin", bytes);
  partsSent.length = 0;
  const slow = Promise.withResolvers<undefined>();
  decidePart = () => slow.promise;
  for (let call = 0; call < 2; call += 1)
    expect(await as("GET", "/svc/api/files/download", { path: "documents/large.bin" })).toRefuseWith(
      "download_not_ready",
    );
  decidePart = () => undefined;
  slow.resolve(undefined);
  const answer = await downloaded("documents/large.bin");
  expect(answer.status).toBe(302);
  expect(Buffer.from(await (await fetch(String(answer.headers.location))).arrayBuffer()).equals(bytes)).toBe(true);
  expect(partsSent).toEqual(["1", "2", "3"]);
  expect((await downloaded("documents/large.bin")).status).toBe(302);
  expect(partsSent).toHaveLength(3);
});

verifies("browser:download:range", async () => {
  const bytes = randomBytes(70_000_000);
  host.write("Data/Documents/ranged.bin", bytes);
  partsSent.length = 0;
  const where = "/svc/api/files/download?path=documents/ranged.bin";
  const part = await service.raw("GET", where, { key, headers: { Range: "bytes=1000-1999" } });
  expect([part.status, part.headers["content-range"], part.headers["content-length"]]).toEqual([
    206,
    "bytes 1000-1999/70000000",
    "1000",
  ]);
  expect(part.bytes.equals(bytes.subarray(1_000, 2_000))).toBe(true);
  expect(partsSent).toEqual(["1"]);
  const { names } = await bucketNow.list({ prefix: "agent/" });
  const sizes = await Promise.all(names.map(async (name) => (await bucketNow.head(name))?.sizeBytes));
  expect(sizes.toSorted()).toEqual([1_000, 3_000_000, 70_000_000].toSorted()); // The larger ones are from the tests above.
});

verifies("browser:download:zip", "on AWS, the zip is available at a URL too", async () => {
  host.write("Data/Documents/Reports/May.txt", "May");
  const answer = await downloaded("documents/Reports");
  expect(answer.status).toBe(302);
  const zip = Buffer.from(await (await fetch(String(answer.headers.location))).arrayBuffer());
  expect(filesInZip(zip).get("Reports/May.txt")?.toString()).toBe("May");
  partsSent.length = 0;
  expect((await downloaded("documents/Reports")).status).toBe(302);
  expect(partsSent).toEqual([]);
  host.write("Data/Documents/Reports/June.txt", "June");
  const { location } = (await downloaded("documents/Reports")).headers;
  const changed = filesInZip(Buffer.from(await (await fetch(String(location))).arrayBuffer()));
  expect([...changed.keys()].toSorted()).toEqual(["Reports/June.txt", "Reports/May.txt"]);
});

verifies("browser:download:zip", "on AWS, a large zip is sent in parts", async () => {
  const bytes = randomBytes(40_000_000);
  host.write("Data/Documents/Many/a.bin", bytes);
  host.write("Data/Documents/Many/b.bin", bytes.subarray(0, 30_000_000));
  partsSent.length = 0;
  const { location } = (await downloaded("documents/Many")).headers;
  const files = filesInZip(Buffer.from(await (await fetch(String(location))).arrayBuffer()));
  expect(files.get("Many/a.bin")?.equals(bytes)).toBe(true);
  expect(files.get("Many/b.bin")?.equals(bytes.subarray(0, 30_000_000))).toBe(true);
  expect(partsSent).toEqual(["1", "2", "3"]);
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
    const { location } = (await downloaded("documents/May é.pdf")).headers;
    const blobs = bucketNow;
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
    await cleaned(service.clock.now() + 2 * 86_400_000);
    expect(await names()).toEqual([]);
    expect((await fetch(String(location))).status).toBe(404);
    const ids = kept.map((name) => name.slice(-36));
    expect(noted).toEqual([
      ["cleanUpTransfers", []],
      ["cleanUpTransfers", ids.map((id) => `transfer:${id}`)],
    ]);
  },
);

verifies(
  "browser:download:resumed",
  "after errors and a restart of the agent, only missing parts are sent",
  async () => {
    const bytes = randomBytes(70_000_000);
    host.write("Data/Documents/restarted.bin", bytes);
    partsSent.length = 0;
    decidePart = (number) => (number === "2" ? { error: "AccessDenied" } : undefined);
    expect(await downloaded("documents/restarted.bin")).toRefuseWith("agent_refused");
    decidePart = () => undefined;
    await browsed.agent.stop();
    const agent = await anAgent(service, host, { again: true });
    const answer = await downloaded("documents/restarted.bin");
    expect(Buffer.from(await (await fetch(String(answer.headers.location))).arrayBuffer()).equals(bytes)).toBe(true);
    // How often the second part is tried depends on how many calls fail before one reports it.
    expect(partsSent.join("")).toMatch(/^12{4,}3$/);
    await agent.stop();
  },
);
