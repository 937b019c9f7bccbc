import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3Client } from "@aws-sdk/client-s3";
import { afterAll, expect } from "vitest";
import { s3Blobs } from "#shared/aws/s3/blobs.ts";
import { s3Presigned } from "#shared/aws/s3/presigned.ts";
import { s3StoredTransfers } from "#shared/aws/s3/stored-transfers.ts";
import { systemIds } from "#shared/node/ids.ts";
import { startS3 } from "../../sandbox/s3/server.ts";
import { demoWorld } from "../../sandbox/worlds/demo.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedOn, hostedService } from "../trash/support/a-hosted-service.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const folder = mkdtempSync(join(tmpdir(), "latchkey-s3-"));
const s3 = await startS3({ folder, ...credentials, region: "eu-central-1", buckets: ["blobs"] });
const client = new S3Client({
  endpoint: s3.origin,
  region: "eu-central-1",
  credentials,
  forcePathStyle: true,
  requestChecksumCalculation: "WHEN_REQUIRED",
});
const addresses = s3Presigned({ client, bucket: "blobs" });

/** Host for bytes that pass through a bucket, answers that wait for a second, and backups that take long. */
const host = anEmptyHost();
const service = await testService({
  ...hostedOn(host, { admin: { ...demoWorld().admin, backupMilliseconds: 3_600_000 } }),
  decorate: (platform) => {
    const { clock, transfers } = platform;
    const place = { client, bucket: "blobs" };
    const blobs = s3Blobs({ ...place, clock, ids: systemIds(clock) });
    const inbound = s3StoredTransfers({ ...place, blobs, addresses });
    return { ...platform, answerMs: 1_000, transfers: { ...transfers, inbound } };
  },
});
// Longer than such a backup takes.
const hosted = await hostedService(service, host, { backupMs: 7_200_000 });
const { at, ended } = hosted;
afterAll(async () => {
  await hosted.stop();
  client.destroy();
  await s3.close();
  rmSync(folder, { recursive: true });
});

const asked = async (file: string) =>
  (await service.admin("POST", "/svc/api/fm-file/download", { files: [file], expiry: "2h" })).body.response;

verifies("files:download:parts", "on AWS, a caller is redirected to a URL for the whole file", async () => {
  const { downloadPath, processId } = await asked("Archive");
  await ended(processId);
  const bytes = readFileSync(at("Data/Databases/Archive.fmp12"));
  const part = await service.raw("GET", downloadPath, { headers: { Range: "bytes=10-19" } });
  expect([part.status, part.headers["content-range"]]).toEqual([206, `bytes 10-19/${bytes.length}`]);
  expect(part.bytes.equals(bytes.subarray(10, 20))).toBe(true);
  const answer = await service.raw("GET", downloadPath);
  expect([answer.status, answer.bytes.length]).toEqual([302, 0]);
  const found = await fetch(String(answer.headers.location), { headers: { Range: "bytes=10-19" } });
  expect(found.status).toBe(206);
  expect(found.headers.get("content-disposition")).toContain('filename="Archive.fmp12"');
  expect(Buffer.from(await found.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
});

verifies(
  "files:download:failed",
  "a caller of an unfinished one learns when to try again, and an aborted one leaves nothing behind",
  async () => {
    service.sandbox.faults.set({ kind: "schedule", milliseconds: 3_600_000 });
    const { downloadPath, processId } = await asked("Contacts");
    const early = await service.raw("GET", downloadPath, { headers: { Accept: "application/json" } });
    expect(early).toRefuseWith("download_not_ready");
    expect(early.headers["retry-after"]).toBe("5");
    expect(early.body.response).toEqual({ processId });
    const inWork = () => readdirSync(at("Data/Backups/Latchkey Downloads"));
    while (inWork().length < 2) await service.clock.sleep(20);
    expect((await service.admin("POST", `/svc/api/processes/${processId}/abort`)).status).toBe(202);
    expect((await ended(processId)).state).toBe("aborted");
    expect(inWork()).toHaveLength(1);
    expect(await service.raw("GET", downloadPath)).toRefuseWith("download_failed");
    expect(hosted.statusOf("Contacts")).toBe("NORMAL");
    service.sandbox.faults.clear();
  },
);

verifies(
  "files:download:live",
  "an agent that was stopped in the middle starts the download again after its restart",
  async () => {
    // Copies then use fmsadmin, whose backups are in this list.
    service.sandbox.faults.set({ kind: "status", status: 403, code: "9", method: "POST", path: "/schedules/backup$" });
    const { backups } = service.sandbox.world.server;
    const { downloadPath, processId } = await asked("Contacts");
    const running = async (not?: AbortController) => {
      for (;;) {
        const found = [...backups].find((one) => one !== not);
        if (found !== undefined) return found;
        await service.admin("GET", "/svc/api/processes");
        await service.turn(50);
      }
    };
    const first = await running();
    await hosted.agentAway();
    await hosted.agentBack();
    await running(first);
    await hosted.later(61);
    // The link ends after this time without a message; the agent's last message is sent again with its next heartbeat.
    const state = async () =>
      (await service.admin("GET", `/svc/api/processes/${processId}`)).body.response.process.state;
    while (!["done", "failed"].includes(await state())) await service.turn(1_000);
    expect(await state()).toBe("done");
    expect((await service.raw("GET", downloadPath)).status).toBe(302);
  },
);

verifies(
  "files:download:refused",
  "with an Admin API token and without schedules, no open file is copied, but a closed one is",
  async () => {
    const login = await service.raw("POST", "/svc/fmi/admin/api/v2/user/auth", {
      headers: { Authorization: adminAccount },
    });
    const headers = { Authorization: `Bearer ${login.body.response.token}` };
    const made = (file: string) => service.raw("GET", `/svc/api/fm-file/${file}/link`, { headers });
    expect(await made("Contacts")).toRefuseWith("account_needed");
    const closed = await made("Archive");
    expect(closed.status).toBe(200);
    expect((await ended(closed.body.response.processId)).state).toBe("done");
  },
);
