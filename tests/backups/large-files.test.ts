import { createHash, randomBytes } from "node:crypto";
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { systemClock } from "#shared/node/clock.ts";
import type { CalloutCall } from "#shared/ports/callouts.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { uploadFile } from "../../local-agent/backups/upload-file.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";
import { aStore, storeAccount } from "./support/a-store.ts";

const megabyte = 1024 * 1024;
const server = await aStore();
afterAll(() => server.close());
const { signal } = new AbortController();
const clock = { ...systemClock, sleep: async () => undefined };
const say = () => undefined;

function aClient(call: (request: CalloutCall) => ReturnType<typeof server.reached.call>) {
  const address = storeAddress(server.endpoint, undefined, "auto");
  return storeClient({ address, credentials: storeAccount, clock: systemClock, call });
}

async function stored(key: string): Promise<Buffer> {
  const url = await aClient(server.reached.call).addressOf("fm-backups", key, 60);
  const { bytes } = await server.reached.open({ url, port: Number(url.port), timeoutMs: 10_000, signal });
  return Buffer.concat(await Array.fromAsync(bytes));
}

verifies("backups:upload:memory", "a file of a terabyte, with parts larger than the buffer", async () => {
  const path = join(scratchFolder(), "terabyte.fmp12");
  writeFileSync(path, "");
  const sizeBytes = 1_000_000 * megabyte;
  truncateSync(path, sizeBytes);
  const before = process.memoryUsage().arrayBuffers;
  let peakBytes = 0;
  const parts: number[] = [];
  const client = aClient(async (request) => {
    if (request.method !== "PUT") return server.reached.call(request);
    const { body } = request;
    if (body === undefined || typeof body === "string") throw new Error("A part is bytes");
    let arrived = 0;
    for await (const piece of body instanceof Uint8Array ? [body] : body.pieces()) {
      arrived += piece.length;
      peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers - before);
    }
    parts.push(arrived);
    throw new StoreRefused("AccessDenied", 403);
  });
  const context = { store: client, ending: client, checksums: true, clock, signal, say };
  const file = { bucket: "fm-backups", key: "terabyte", path, sizeBytes };
  await expect(uploadFile(context, file, () => undefined)).rejects.toThrow(StoreRefused);
  const [partBytes = 0] = parts;
  expect(sizeBytes / partBytes).toBeLessThanOrEqual(10_000);
  expect(peakBytes).toBeLessThan(40 * megabyte);
});

for (const checksums of [true, false])
  verifies(
    "backups:upload:memory",
    `a file read while it is sent arrives unchanged, verified by its ${checksums ? "CRC32" : "SHA-256"}, even if calls fail`,
    async () => {
      const path = join(scratchFolder(), "large.fmp12");
      const content = Buffer.concat([randomBytes(20 * megabyte), Buffer.alloc(20 * megabyte, 7)]);
      writeFileSync(path, content);
      let puts = 0;
      server.faults.decide = ({ method }) => {
        if (method !== "PUT") return undefined;
        puts += 1;
        return puts === 1 ? "reset" : puts === 3 ? "lost answer" : undefined;
      };
      let heldParts = 0;
      const client = aClient((request) => {
        if (request.method === "PUT" && request.body instanceof Uint8Array) heldParts += 1;
        return server.reached.call(request);
      });
      const context = { store: client, ending: client, checksums, clock, signal, say, heldBytes: megabyte };
      const key = `large-${checksums}`;
      const sha256 = await uploadFile(
        context,
        { bucket: "fm-backups", key, path, sizeBytes: content.length },
        () => undefined,
      );
      server.faults.decide = undefined;
      expect(sha256).toBe(createHash("sha256").update(content).digest("hex"));
      expect((await stored(key)).equals(content)).toBe(true);
      expect([heldParts, puts]).toEqual([0, 5]);
    },
  );

verifies("backups:upload:memory", "a file hashed by a thread arrives unchanged, even if calls fail", async () => {
  const path = join(scratchFolder(), "thread.fmp12");
  const content = Buffer.concat([randomBytes(18 * megabyte), Buffer.alloc(47 * megabyte), randomBytes(17)]);
  writeFileSync(path, content);
  let puts = 0;
  server.faults.decide = ({ method }) => {
    if (method !== "PUT") return undefined;
    puts += 1;
    return puts === 2 ? "reset" : undefined;
  };
  const client = aClient(server.reached.call);
  const context = { store: client, ending: client, checksums: true, clock, signal, say };
  const file = { bucket: "fm-backups", key: "thread", path, sizeBytes: content.length };
  const sha256 = await uploadFile(context, file, () => undefined);
  server.faults.decide = undefined;
  expect(sha256).toBe(createHash("sha256").update(content).digest("hex"));
  expect((await stored("thread")).equals(content)).toBe(true);
});

verifies("backups:upload:memory", "a file that shrinks while it is sent fails the upload, and says so", async () => {
  const path = join(scratchFolder(), "large.fmp12");
  writeFileSync(path, randomBytes(17 * megabyte));
  const client = aClient((request) => {
    if (request.method === "PUT") truncateSync(path, 3 * megabyte);
    return server.reached.call(request);
  });
  const context = { store: client, ending: client, checksums: true, clock, signal, say, heldBytes: megabyte };
  const file = { bucket: "fm-backups", key: "shorter", path, sizeBytes: 17 * megabyte };
  await expect(uploadFile(context, file, () => undefined)).rejects.toThrow("is shorter than before");
  expect((await client.list("fm-backups", { prefix: "shorter" })).objects).toEqual([]);
});
