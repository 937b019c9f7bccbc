import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { gatewayLimits } from "../../../local-runtime/http/gateway-limits.ts";
import { rawAnswer, rawConnection, rawExchange, rawHead } from "../../support/http/raw-http.ts";
import { type Answering, empty, wireUpstream } from "../../support/http/wire-upstream.ts";
import { adminAccount, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({
  dataApiUrl: upstream.origin,
  limits: { headersMs: 500, ownRequestMs: 500, uploadIdleMs: 600, answerIdleMs: 2_000, lingerMs: 500 },
});
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const path = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records";
const places = ["/svc/healthz", path];
const administrator = ["Host: x", `Authorization: ${adminAccount}`];
const ordinary = ["Host: here.test", "Connection: close", `Authorization: Bearer ${key}`];
upstream.answers(empty);

test("the limits are the documented ones", () => {
  expect(gatewayLimits).toMatchObject({
    headerBytes: 16_384,
    headers: 100,
    headersMs: 10_000,
    ownRequestMs: 30_000,
    uploadIdleMs: 60_000,
    answerIdleMs: 60_000,
    keepAliveMs: 65_000,
    connections: 2_000,
    connectionsPerAddress: 200,
    reservedConnections: 200,
    fewConnections: 10,
  });
  expect(service.runtime.platform.proxyTimeouts).toEqual({ headersMs: 15 * 60_000, bodyMs: 60_000 });
});

verifies("proxy:limits:headers", "a hundred headers are accepted, one more is rejected with 431", async () => {
  for (const target of places) {
    const fill = Array.from({ length: 100 - ordinary.length }, (_, index) => `X-${index}: x`);
    const first = `GET ${target} HTTP/1.1`;
    expect((await rawExchange(service.baseUrl, rawHead(first, [...ordinary, ...fill]))).status).toBe(200);
    const { status, body } = await rawExchange(service.baseUrl, rawHead(first, [...ordinary, ...fill, "X: x"]));
    expect([status, String(JSON.parse(body).messages[0].code)]).toEqual([431, "18024"]);
  }
});

verifies("proxy:limits:headers", "more than 16 KB are rejected with 431, in any distribution", async () => {
  const calls = upstream.calls.length;
  for (const lines of [
    [`X-Long: ${"x".repeat(17_000)}`],
    [`X-${"n".repeat(17_000)}: x`],
    Array.from({ length: 20 }, (_, index) => `X-${index}: ${"x".repeat(1_000)}`),
  ]) {
    const { status, body } = await rawExchange(
      service.baseUrl,
      rawHead(`GET ${path} HTTP/1.1`, [...ordinary, ...lines]),
    );
    const [message] = JSON.parse(body).messages;
    expect([status, message]).toEqual([431, { code: "18024", message: expect.stringContaining("16 KB") }]);
  }
  const long = await rawExchange(service.baseUrl, rawHead(`GET ${path}?x=${"y".repeat(17_000)} HTTP/1.1`, ordinary));
  expect([long.status, JSON.parse(long.body).messages[0].code]).toEqual([431, "18024"]);
  const own = await rawExchange(
    service.baseUrl,
    rawHead(`GET /svc/api/info?x=${"y".repeat(17_000)} HTTP/1.1`, ordinary),
  );
  expect([own.status, JSON.parse(own.body).messages[0].code]).toEqual([431, 18_024]);
  expect(upstream.calls).toHaveLength(calls);
});

verifies("proxy:limits:slow-headers", async () => {
  for (const begun of ["", "G", `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Slow`]) {
    const connection = await rawConnection(service.baseUrl);
    connection.send(begun);
    await connection.closed;
    const { status, body } = rawAnswer(connection.received);
    expect([status, JSON.parse(body).messages[0].code], begun).toEqual([408, 18_025]);
  }
});

verifies(
  "proxy:limits:slow-headers",
  "slow headers time out even if they keep arriving, a byte at a time",
  async () => {
    const connection = await rawConnection(service.baseUrl);
    connection.send(`GET ${path} HTTP/1.1\r\nX-Drip: `);
    let open = true;
    void connection.closed.then(() => {
      open = false;
    });
    // One byte with each call that others make meanwhile.
    while (open) {
      connection.send("x");
      await service.raw("GET", "/svc/healthz");
    }
    expect(rawAnswer(connection.received).status).toBe(408);
  },
);

verifies("proxy:limits:keep-alive", async () => {
  const connection = await rawConnection(service.baseUrl);
  connection.send(rawHead("GET /svc/healthz HTTP/1.1", ["Host: x"]));
  const answer = rawAnswer(await connection.until((text) => text.includes("true}")));
  expect([answer.all("connection"), answer.all("keep-alive")]).toEqual([["keep-alive"], ["timeout=65"]]);
  connection.send(rawHead("GET /svc/healthz HTTP/1.1", ["Host: x"]));
  await connection.until((text) => text.split("true}").length === 3);
  connection.socket.destroy();
});

verifies("proxy:limits:own-requests", async () => {
  const connection = await rawConnection(service.baseUrl);
  connection.send(rawHead("POST /svc/api/api-key HTTP/1.1", [...administrator, "Content-Length: 10"]));
  connection.send("{");
  await connection.closed;
  const { status, body } = rawAnswer(connection.received);
  expect([status, JSON.parse(body).messages[0].code]).toEqual([408, 18_025]);
});

test("a management request with a body beyond 1 MB is rejected before the body has arrived", async () => {
  const announced = await rawConnection(service.baseUrl);
  announced.send(rawHead("POST /svc/api/api-key HTTP/1.1", [...administrator, "Content-Length: 1000001"]));
  await announced.closed;
  expect(rawAnswer(announced.received).status).toBe(413);

  const chunked = await rawConnection(service.baseUrl);
  chunked.send(rawHead("POST /svc/api/api-key HTTP/1.1", [...administrator, "Transfer-Encoding: chunked"]));
  const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(1024 * 1024), Buffer.from("\r\n")]);
  for (let count = 0; count < 11; count += 1) chunked.send(chunk);
  await chunked.closed;
  expect(rawAnswer(chunked.received).status).toBe(413);
});

verifies("proxy:limits:upload-idle", async () => {
  for (const framing of ["Content-Length: 1000", "Content-Length: 3000000", "Transfer-Encoding: chunked"]) {
    upstream.answers((request) => request.resume());
    const connection = await rawConnection(service.baseUrl);
    connection.send(rawHead(`POST ${path} HTTP/1.1`, [...ordinary, framing]));
    connection.send("3\r\nabc\r\n");
    await connection.closed;
    expect(connection.received, framing).toBe("");
    await upstream.until(() => upstream.calls.every(({ over }) => over));
  }
});

verifies("proxy:limits:upload-idle", "an upload that keeps arriving can take many times as long", async () => {
  upstream.answers(empty);
  const begun = performance.now();
  const connection = await rawConnection(service.baseUrl);
  connection.send(rawHead(`POST ${path} HTTP/1.1`, [...ordinary, "Transfer-Encoding: chunked"]));
  // A byte with each call that others make meanwhile, until four idle timeouts have passed.
  while (performance.now() - begun < 6000) {
    connection.send("1\r\nx\r\n");
    await service.raw("GET", "/svc/healthz");
  }
  connection.send("0\r\n\r\n");
  await connection.closed;
  expect(rawAnswer(connection.received).status).toBe(200);
});

test("a client that keeps uploading long after the response is cut off", async () => {
  const connection = await rawConnection(service.baseUrl);
  connection.send(
    rawHead(`POST ${path} HTTP/1.1`, ["Host: x", "Authorization: Bearer nobody", "Content-Length: 1000000000"]),
  );
  connection.send(Buffer.alloc(100_000));
  await connection.until((text) => text.includes("HTTP/1.1 401 "));
  await connection.closed;
});

/** Answers with more than the sockets between both ends hold, as fast as it is read. */
const long: Answering = (request, response) => {
  request.resume();
  response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": 64 * 1024 * 1024 });
  let left = 64;
  const pour = () =>
    --left > 0 ? response.write(Buffer.alloc(1024 * 1024), pour) : response.end(Buffer.alloc(1024 * 1024));
  pour();
};

verifies("proxy:limits:answer-idle", async () => {
  upstream.answers(long);
  const connection = await rawConnection(service.baseUrl);
  connection.socket.pause();
  connection.send(rawHead(`GET ${path} HTTP/1.1`, ordinary));
  await upstream.until(() => upstream.calls.length === 1 && upstream.calls.every(({ over }) => over));
  connection.socket.destroy();
});

verifies("proxy:limits:answer-idle", "a client that reads slowly, but steadily, is served to the end", async () => {
  upstream.answers(long);
  const begun = performance.now();
  const connection = await rawConnection(service.baseUrl);
  let read = 0;
  connection.socket.removeAllListeners("data").pause();
  connection.send(rawHead(`GET ${path} HTTP/1.1`, ordinary));
  // A chunk every 20 ms, until three idle timeouts of 2 s have passed: a loaded machine can stop this process for hundreds of milliseconds.
  // A chunk per call would depend on how long calls take.
  while (performance.now() - begun < 6000) {
    read += (connection.socket.read() as string | null)?.length ?? 0;
    await pause(20);
  }
  expect((await service.raw("GET", "/svc/healthz")).status).toBe(200);
  connection.socket.on("data", (text: string) => {
    read += text.length;
  });
  connection.socket.resume();
  await connection.closed;
  expect(read).toBeGreaterThan(64 * 1024 * 1024);
});
