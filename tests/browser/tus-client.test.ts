import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { afterAll, expect } from "vitest";
import { anAgent } from "../agent/support/an-agent.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aBrowsedHost } from "./support/a-browsed-host.ts";
import { tusOf } from "./support/tus.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
const { host, key } = browsed;
afterAll(() => browsed.remove());
const { send, begin } = tusOf(browsed);
const inDocuments = (name: string) => readFileSync(join(host.path, "Data/Documents", name));

interface Running {
  readonly upload: Upload;
  readonly done: Promise<void>;
}

/** Starts a client as used by pages and programs. */
function aClient(bytes: Buffer, options: Partial<UploadOptions>): Running {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  const upload = new Upload(bytes, {
    endpoint: `${service.baseUrl}/svc/api/files/uploads`,
    headers: { Authorization: `Bearer ${key}` },
    chunkSize: 1_000_000,
    retryDelays: null,
    onSuccess: () => resolve(),
    onError: reject,
    ...options,
  });
  return { upload, done };
}

verifies("browser:upload:resumed", "a client pauses and resumes", async () => {
  const bytes = randomBytes(5_500_000);
  const paused = Promise.withResolvers<void>();
  let brought = 0;
  const { upload, done } = aClient(bytes, {
    metadata: { path: "documents", filename: "paused.bin" },
    onChunkComplete: (_size, accepted) => {
      brought = accepted;
      if (accepted === 2_000_000) upload.abort().then(paused.resolve, paused.reject);
    },
  });
  upload.start();
  await paused.promise;
  expect((await send("HEAD", new URL(upload.url ?? "").pathname)).headers["upload-offset"]).toBe(String(brought));
  upload.start();
  await done;
  expect(inDocuments("paused.bin").equals(bytes)).toBe(true);
});

verifies("browser:upload:resumed", "a client resumes after service and agent were restarted", async () => {
  const bytes = randomBytes(3_300_000);
  const left = Promise.withResolvers<void>();
  const first = aClient(bytes, {
    metadata: { path: "documents", filename: "restarted.bin" },
    onChunkComplete: (_size, accepted) => {
      if (accepted === 1_000_000) first.upload.abort().then(left.resolve, left.reject);
    },
  });
  first.upload.start();
  await left.promise;
  await browsed.agent.stop();
  await service.restart();
  const linkAddress = `${service.baseUrl.replace(/^http/, "ws")}/svc/agent`;
  const agent = await anAgent(service, host, { again: true, linkAddress });
  try {
    const { upload, done } = aClient(bytes, {
      uploadUrl: `${service.baseUrl}${new URL(first.upload.url ?? "").pathname}`,
    });
    upload.start();
    await done;
    expect(inDocuments("restarted.bin").equals(bytes)).toBe(true);
  } finally {
    await agent.stop();
  }
});

verifies("browser:upload:resumed", "bytes received before a connection failed are kept", async () => {
  const linkAddress = `${service.baseUrl.replace(/^http/, "ws")}/svc/agent`;
  const agent = await anAgent(service, host, { again: true, linkAddress });
  try {
    const bytes = randomBytes(9_000_000);
    const location = String((await begin({ path: "documents", filename: "cut.bin" }, bytes.length)).headers.location);
    const offset = async () => Number((await send("HEAD", location)).headers["upload-offset"]);
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        `PATCH ${location} HTTP/1.1`,
        `Host: ${hostname}`,
        `Authorization: Bearer ${key}`,
        "Tus-Resumable: 1.0.0",
        "Content-Type: application/offset+octet-stream",
        "Upload-Offset: 0",
        `Content-Length: ${bytes.length}`,
        "\r\n",
      ].join("\r\n"),
    );
    socket.write(bytes.subarray(0, 6_000_000));
    while ((await offset()) === 0) expect(socket.destroyed).toBe(false);
    socket.destroy();
    // Data in transit may still arrive and move the offset: then the client asks again.
    const retryDelays = Array.from({ length: 20 }, () => 0);
    const { upload, done } = aClient(bytes, { uploadUrl: `${service.baseUrl}${location}`, retryDelays });
    upload.start();
    await done;
    expect(inDocuments("cut.bin").equals(bytes)).toBe(true);
  } finally {
    await agent.stop();
  }
});

verifies("browser:upload:conflict", "a client is rejected before its bytes are sent", async () => {
  const linkAddress = `${service.baseUrl.replace(/^http/, "ws")}/svc/agent`;
  const agent = await anAgent(service, host, { again: true, linkAddress });
  try {
    const { upload, done } = aClient(Buffer.alloc(10), { metadata: { path: "documents", filename: "cut.bin" } });
    upload.start();
    const refusal: unknown = await done.catch((thrown: unknown) => thrown);
    expect(refusal instanceof DetailedError && refusal.originalResponse?.getStatus()).toBe(409);
  } finally {
    await agent.stop();
  }
});
