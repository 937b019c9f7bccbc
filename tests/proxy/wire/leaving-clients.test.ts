import { readdirSync } from "node:fs";
import type { Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { rawConnection, rawHead } from "../../support/http/raw-http.ts";
import { type Answering, empty, saying, sayingRaw, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const path = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records";
const ordinary = ["Host: here.test", `Authorization: Bearer ${key}`];
const get = rawHead(`GET ${path} HTTP/1.1`, ordinary);

const poured = Buffer.alloc(64 * 1024);
const flood: Answering = (_request, response) => {
  response.writeHead(200, { "Content-Type": "application/octet-stream" });
  const pour = () => {
    while (!response.destroyed && response.write(poured));
  };
  response.on("drain", pour);
  pour();
};

const silent = sayingRaw("", "is silent");
const half = sayingRaw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nhalf", "is silent");

/** Resolves once no call is pending at the server. */
const gone = () => upstream.until(() => upstream.calls.every(({ over }) => over));

verifies("proxy:abort:client", "before the response has started", async () => {
  upstream.answers(silent);
  const client = await rawConnection(service.baseUrl);
  client.send(get);
  await upstream.until(() => upstream.calls.length === 1);
  client.socket.destroy();
  await gone();
});

verifies("proxy:abort:client", "in the middle of a response", async () => {
  for (const answering of [half, flood]) {
    upstream.answers(answering);
    const client = await rawConnection(service.baseUrl);
    client.send(get);
    await client.until((text) => text.includes("\r\n\r\n"));
    client.socket.resetAndDestroy();
    await gone();
  }
});

verifies("proxy:abort:client", "in the middle of an upload, small or large", async () => {
  for (const length of [1_000, 3_000_000]) {
    upstream.answers((request) => request.resume());
    const client = await rawConnection(service.baseUrl);
    client.send(rawHead(`POST ${path} HTTP/1.1`, [...ordinary, `Content-Length: ${length}`]));
    client.send(Buffer.alloc(length / 2));
    if (length > 1_000) await upstream.until(() => upstream.calls.length === 1);
    client.socket.destroy();
    await gone();
    // A small body is buffered first, so nothing of it was sent.
    expect(upstream.calls).toHaveLength(length > 1_000 ? 1 : 0);
  }
});

verifies("proxy:abort:client", "with further requests waiting behind the first", async () => {
  upstream.answers(silent);
  const client = await rawConnection(service.baseUrl);
  client.send(get + get + get);
  await upstream.until(() => upstream.calls.length === 1);
  client.socket.destroy();
  await gone();
  upstream.answers(empty);
  expect(await service.raw("GET", path, { key })).toSucceed();
  // None of the waiting calls was sent.
  expect(upstream.calls).toHaveLength(1);
});

test("the session of a disconnected client's request serves the next request", async () => {
  upstream.answers(empty);
  await service.raw("GET", path, { key });
  const { logins } = upstream;
  for (let count = 0; count < 20; count += 1) {
    upstream.answers(half);
    const client = await rawConnection(service.baseUrl);
    client.send(get);
    await client.until((text) => text.includes("half"));
    client.socket.destroy();
    await gone();
  }
  upstream.answers(empty);
  expect(await service.raw("GET", path, { key })).toSucceed();
  expect(upstream.logins).toBe(logins);
});

test("a client that disconnects during one of our own responses causes no harm", async () => {
  const calls = [
    rawHead("GET /svc/api/api-key HTTP/1.1", ["Host: x", "Authorization: Basic YWRtaW46YWRtaW4tcGFzcw=="]),
    rawHead("GET /svc/fmi/data/vLatest/databases HTTP/1.1", ordinary),
    rawHead(`POST /svc/fmi/data/vLatest/databases/Wire/sessions HTTP/1.1`, [...ordinary, "Content-Length: 2"]),
    rawHead("POST /svc/api/api-key HTTP/1.1", ["Host: x", "Content-Length: 2"]),
    "GET /svc/healthz HTTP/1.1\r\nHost",
  ];
  for (const bytes of calls) {
    const client = await rawConnection(service.baseUrl);
    client.send(bytes);
    client.socket.resetAndDestroy();
    expect((await service.raw("GET", "/svc/healthz")).status).toBe(200);
  }
});

test("a client that disconnects during an upload that was answered early is released", async () => {
  upstream.answers((_request, response) => response.end("early"));
  const client = await rawConnection(service.baseUrl);
  client.send(rawHead(`POST ${path} HTTP/1.1`, [...ordinary, "Content-Length: 2000000"]));
  client.send(Buffer.alloc(1_000_000));
  await client.until((text) => text.includes("early"));
  client.socket.destroy();
  // Stopping waits for every connection, and this one must not delay it.
  await service.restart();
  expect((await service.raw("GET", "/svc/healthz")).status).toBe(200);
});

verifies("proxy:abort:many", async () => {
  const answerings = [silent, half, flood, empty, saying(200, ["Content-Type", "text/plain"], "x".repeat(200_000))];
  let turn = 0;
  upstream.answers((request, response) => answerings[turn++ % answerings.length]?.(request, response));
  // The same numbers in every run, with the generator of Numerical Recipes.
  let seed = 20_261_120;
  const random = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return seed / 2 ** 32;
  };
  const upload = rawHead(`POST ${path} HTTP/1.1`, [...ordinary, "Content-Length: 2000000"]);
  const leave = (socket: Socket) => (random() < 0.5 ? socket.resetAndDestroy() : socket.destroy());
  const live = async () => {
    const client = await rawConnection(service.baseUrl);
    const kind = random();
    if (kind < 0.2) client.send(get.slice(0, Math.floor(random() * get.length)));
    else if (kind < 0.5) client.send(get);
    else if (kind < 0.6) client.send(get + get);
    else client.send(Buffer.concat([Buffer.from(upload), Buffer.alloc(Math.floor(random() * 1_500_000))]));
    // After this number of calls elsewhere.
    for (let wait = Math.floor(random() * 3); wait > 0; wait -= 1) await service.raw("GET", "/svc/healthz");
    leave(client.socket);
    await client.closed;
  };
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round += 1) await Promise.all(Array.from({ length: 20 }, live));
    await gone();
  };

  await rounds(2);
  const before = descriptors();
  await rounds(15);
  upstream.answers(empty);
  expect(await service.raw("GET", path, { key })).toSucceed();
  expect(descriptors() - before).toBeLessThan(20);
});

/** Returns the number of files and sockets that this process, which includes the service, holds open. */
function descriptors(): number {
  return readdirSync("/proc/self/fd").length;
}
