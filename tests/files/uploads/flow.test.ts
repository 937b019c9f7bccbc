import { afterAll, expect } from "vitest";
import type { Blobs } from "#shared/ports/blobs.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import type { Platform } from "../../../functions/platform.ts";
import { rawConnection, rawHead } from "../../support/http/raw-http.ts";
import { empty, saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { until } from "../../support/until.ts";
import { verifies } from "../../support/verifies.ts";
import { aFile, bring } from "./support/bring.ts";

const megabyte = 1024 * 1024;
const upstream = await wireUpstream();
const reading = { bytes: 0, open: 0, breaksAt: Number.POSITIVE_INFINITY };
const service = await testService({ dataApiUrl: upstream.origin, decorate: watched });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const container = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records/1/containers/c/1";
const file = aFile(50 * megabyte);
/** Far more than the sockets' buffers hold, far less than the whole. */
const most = 32 * megabyte;

/** Counts the bytes read from stored blobs, and the open blobs. */
function watched(platform: Platform): Platform {
  const { blobs } = platform;
  const get: Blobs["get"] = async (name, range) => {
    const blob = await blobs.blobs.get(name, range);
    return blob && { ...blob, body: counted(blob.body) };
  };
  return { ...platform, blobs: { ...blobs, blobs: { ...blobs.blobs, get } } };
}

async function* counted(body: AsyncIterable<Uint8Array>) {
  reading.open += 1;
  try {
    for await (const chunk of body) {
      reading.bytes += chunk.byteLength;
      if (reading.bytes > reading.breaksAt) throw new StoreUnavailable("The store went away");
      yield chunk;
    }
  } finally {
    reading.open -= 1;
  }
}

/** Reads the whole body, like a server that stores it. */
const taking = saying(
  200,
  ["Content-Type", "application/json"],
  '{"response":{},"messages":[{"code":"0","message":"OK"}]}',
);

const send = (id: string) => service.raw("POST", container, { key, headers: { "X-Svc-Upload": id } });

verifies("files:upload:backpressure", "a stored upload is read as fast as the server accepts it", async () => {
  const id = await bring(service, key, file, { partBytes: 8 * megabyte });
  let received = 0;
  let ahead = 0;
  upstream.answers((request, response) => {
    request.on("data", (chunk: Buffer) => {
      received += chunk.length;
      ahead = Math.max(ahead, reading.bytes - received);
      // Slower than any disk: others get their turn after every chunk.
      request.pause();
      setImmediate(() => setImmediate(() => request.resume()));
    });
    request.on("end", () => empty(request, response));
  });
  reading.bytes = 0;
  expect(await send(id)).toSucceed();
  expect(reading.bytes).toBe(file.length);
  expect(ahead).toBeLessThan(most);
  expect(reading.open).toBe(0);
});

verifies("files:upload:backpressure", "a caller who disconnects ends the reading, and the upload stays", async () => {
  const id = await bring(service, key, file, { partBytes: 8 * megabyte });
  upstream.answers((request) => request.pause());
  reading.bytes = 0;
  const client = await rawConnection(service.baseUrl);
  const { host } = new URL(service.baseUrl);
  const head = [`Host: ${host}`, `Authorization: Bearer ${key}`, `X-Svc-Upload: ${id}`, "Content-Length: 0"];
  client.send(rawHead(`POST ${container} HTTP/1.1`, head));
  await until(() => reading.bytes > megabyte);
  client.socket.destroy();
  await until(() => reading.open === 0);
  expect(reading.bytes).toBeLessThan(file.length);
  await service.settle();
  upstream.answers(taking);
  let answer = await send(id);
  // The call is ended shortly after its client has disconnected.
  while (answer.status === 409) answer = await send(id);
  expect(answer).toSucceed();
});

verifies("files:upload:kept", "a failing store has its own error, and the upload stays", async () => {
  const id = await bring(service, key, file.subarray(0, 5 * megabyte));
  upstream.answers(taking);
  Object.assign(reading, { bytes: 0, breaksAt: 2 * megabyte });
  expect(await send(id)).toRefuseLikeFileMaker("store_unavailable");
  reading.breaksAt = Number.POSITIVE_INFINITY;
  await service.settle();
  expect(await send(id)).toSucceed();
});
