import { afterAll, expect, test } from "vitest";
import { type RawAnswer, rawAnswer, rawConnection, rawExchange, rawHead } from "../../support/http/raw-http.ts";
import { type Answering, empty, saying, sayingRaw, wireUpstream } from "../../support/http/wire-upstream.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const path = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records";
const ordinary = ["Host: here.test", "Connection: close", `Authorization: Bearer ${key}`];

function exchange(method: string, headers: readonly string[] = [], body = ""): Promise<RawAnswer> {
  return rawExchange(service.baseUrl, rawHead(`${method} ${path} HTTP/1.1`, [...ordinary, ...headers]) + body);
}

function answerTo(
  method: string,
  answering: Answering,
  headers: readonly string[] = [],
  body = "",
): Promise<RawAnswer> {
  upstream.answers(answering);
  return exchange(method, headers, body);
}

verifies("proxy:http:get-body", async () => {
  for (const method of ["GET", "DELETE"]) {
    for (const [framing, body] of [
      ["Content-Length: 7", '{"a":1}'],
      ["Transfer-Encoding: chunked", '7\r\n{"a":1}\r\n0\r\n\r\n'],
    ] as const) {
      expect((await answerTo(method, empty, [framing], body)).status).toBe(200);
      const [call, ...more] = upstream.calls;
      expect(more).toEqual([]);
      expect(call?.method).toBe(method);
      expect((await call?.body)?.toString()).toBe('{"a":1}');
    }
  }
});

verifies("proxy:http:get-body", "anything after the body of a GET is the next request, and nothing else", async () => {
  upstream.answers(empty);
  const smuggled = `GET ${path}/smuggled HTTP/1.1`;
  const first = rawHead(`GET ${path} HTTP/1.1`, [
    "Host: here.test",
    `Authorization: Bearer ${key}`,
    `Content-Length: ${smuggled.length}`,
  ]);
  await rawExchange(service.baseUrl, first + smuggled + rawHead(`GET ${path}/second HTTP/1.1`, ordinary));
  expect(upstream.calls.map(({ target }) => target.split("/").at(-1))).toEqual(["records", "second"]);
  expect((await upstream.calls[0]?.body)?.toString()).toBe(smuggled);
});

test("a login and a management request without an announced body are accepted as with an empty one", async () => {
  const bodiless = async (method: string, target: string, credential: string) =>
    rawExchange(
      service.baseUrl,
      rawHead(`${method} ${target} HTTP/1.1`, ["Host: here.test", "Connection: close", `Authorization: ${credential}`]),
    );
  const login = "/svc/fmi/data/vLatest/databases/Wire/sessions";
  const account = basicAuth("apiKey", key);
  expect((await bodiless("POST", login, account)).status).toBe(200);
  const admin = `Bearer ${await service.anAdminKey()}`;
  const refused = await bodiless("POST", "/svc/api/api-key", admin);
  expect(refused.status).toBe(400);
  expect(refused.body).toContain("`user`");
});

test("pipelined requests on one connection are served one after another, in order", async () => {
  const order: string[] = [];
  upstream.answers((request, response) => {
    order.push(`begin ${request.method}`);
    response.once("finish", () => order.push(`end ${request.method}`));
    saying(200, ["Content-Length", "2"], "ok")(request, response);
  });
  const post = rawHead(`POST ${path} HTTP/1.1`, ["Host: x", `Authorization: Bearer ${key}`, "Content-Length: 2"]);
  await rawExchange(service.baseUrl, `${post}{}${rawHead(`GET ${path} HTTP/1.1`, ordinary)}`);
  expect(order).toEqual(["begin POST", "end POST", "begin GET", "end GET"]);
});

verifies("proxy:stream:bodiless", async () => {
  const head = await answerTo(
    "HEAD",
    saying(200, ["Content-Type", "application/octet-stream", "Content-Length", "1000"]),
  );
  expect([head.status, head.all("content-length"), head.body]).toEqual([200, ["1000"], ""]);
  // A rewritten body would have another length, so the header is omitted.
  const json = await answerTo("HEAD", saying(200, ["Content-Type", "application/json", "Content-Length", "1000"]));
  expect([json.status, json.all("content-length"), json.body]).toEqual([200, [], ""]);
  for (const status of [204, 304]) {
    const answer = await answerTo("GET", saying(status, ["ETag", '"1"']));
    expect([answer.status, answer.all("etag"), answer.all("transfer-encoding"), answer.body]).toEqual([
      status,
      ['"1"'],
      [],
      "",
    ]);
  }
  const long = await answerTo("GET", saying(304, ["Content-Length", "1000"]));
  expect([long.status, long.body]).toEqual([304, ""]);
});

verifies("proxy:stream:bodiless", "an upstream that sends a body with them doesn't get it through", async () => {
  const smuggled = `${rawHead("HTTP/1.1 200 OK", ["Content-Length: 8"])}smuggled`;
  for (const [method, first] of [
    ["GET", "HTTP/1.1 204 No Content"],
    ["GET", "HTTP/1.1 304 Not Modified"],
    ["HEAD", "HTTP/1.1 200 OK"],
  ] as const) {
    const answer = await answerTo(method, sayingRaw(rawHead(first, ["Content-Length: 55"]) + smuggled));
    expect(answer.body).toBe("");
    const { status, body } = await answerTo("GET", saying(200, ["Content-Length", "4"], "next"));
    expect([status, body]).toEqual([200, "next"]);
  }
});

test("interim responses of the server aren't treated as the response, and don't reach the caller", async () => {
  const interim = `${rawHead("HTTP/1.1 102 Processing")}${rawHead("HTTP/1.1 103 Early Hints", ["Link: </x>"])}`;
  upstream.answers(sayingRaw(`${interim}${rawHead("HTTP/1.1 200 OK", ["Content-Length: 2"])}ok`));
  const connection = await rawConnection(service.baseUrl);
  connection.send(rawHead(`GET ${path} HTTP/1.1`, ordinary));
  await connection.closed;
  expect(connection.received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(rawAnswer(connection.received).body).toBe("ok");
});

test("a server that switches protocols unasked is broken", async () => {
  const answer = await answerTo(
    "GET",
    sayingRaw(rawHead("HTTP/1.1 101 Switching Protocols", ["Upgrade: x", "Connection: Upgrade"])),
  );
  expect(answer.status).toBe(502);
});

test("a client that expects 100-continue gets it only if the request is served", async () => {
  const expecting = [`Authorization: Bearer ${key}`, "Host: here.test", "Content-Length: 2", "Expect: 100-continue"];
  upstream.answers(empty);
  const served = await rawConnection(service.baseUrl);
  served.send(rawHead(`POST ${path} HTTP/1.1`, expecting));
  expect(await served.until((text) => text.includes("\r\n\r\n"))).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  served.send("{}");
  expect(await served.until((text) => text.includes("messages"))).toContain("HTTP/1.1 200 OK");
  served.socket.destroy();

  const refused = await rawConnection(service.baseUrl);
  refused.send(rawHead("POST /svc/api/nothing-here HTTP/1.1", expecting));
  expect(await refused.until((text) => text.includes("messages"))).toMatch(/^HTTP\/1\.1 404 /);
  refused.socket.destroy();
});

test("an HTTP/1.0 client gets a response of unknown length until its connection closes", async () => {
  upstream.answers(sayingRaw(`${rawHead("HTTP/1.1 200 OK", ["Transfer-Encoding: chunked"])}5\r\nwhole\r\n0\r\n\r\n`));
  const answer = await rawExchange(service.baseUrl, rawHead(`GET ${path} HTTP/1.0`, [`Authorization: Bearer ${key}`]));
  expect([answer.status, answer.body, answer.all("transfer-encoding"), answer.ending]).toEqual([
    200,
    "whole",
    [],
    "ended",
  ]);
});

test("a caller whose upload is rejected early can read why", async () => {
  const connection = await rawConnection(service.baseUrl);
  connection.send(
    rawHead(`POST ${path} HTTP/1.1`, ["Host: here.test", "Authorization: Bearer nobody", "Content-Length: 3000000"]),
  );
  connection.send(Buffer.alloc(1_000_000));
  const answer = await connection.until((text) => text.includes("messages"));
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  // The rest is read and discarded, and the connection stays usable.
  connection.send(Buffer.alloc(2_000_000));
  upstream.answers(empty);
  connection.send(rawHead(`GET ${path} HTTP/1.1`, ordinary));
  expect(await connection.until((text) => text.split("HTTP/1.1 ").length > 2)).toContain("HTTP/1.1 200 OK");
  await connection.closed;
});

test("a login whose body is too large is rejected before the body has arrived", async () => {
  const login = "POST /svc/fmi/data/vLatest/databases/Wire/sessions HTTP/1.1";
  for (const [framing, begun] of [
    ["Content-Length: 3000000", "x".repeat(300_000)],
    ["Transfer-Encoding: chunked", `${(3_000_000).toString(16)}\r\n${"x".repeat(300_000)}`],
  ] as const) {
    const connection = await rawConnection(service.baseUrl);
    connection.send(rawHead(login, ["Host: x", `Authorization: Bearer ${key}`, framing]) + begun);
    const { status, body } = rawAnswer(await connection.until((text) => text.includes("messages")));
    expect([status, JSON.parse(body).messages[0].code], framing).toEqual([413, "18012"]);
    connection.socket.destroy();
  }
});
