import { expect, test } from "vitest";
import { OutboundError } from "#shared/ports/outbound.ts";
import { rawServer } from "../support/http/raw-server.ts";
import { anOutbound } from "./an-outbound.ts";

const get = { method: "GET", path: "/x?y=%20", timeoutMs: 20_000 };

test("a response is collected: its status, its headers by lowercase name, its bytes", async () => {
  const server = await rawServer((socket) =>
    socket.write(
      "HTTP/1.1 201 Made\r\nX-Token: t\r\nVia: a\r\nVIA: b\r\n__proto__: p\r\nContent-Length: 4\r\n\r\na\u0000\xffb",
      "latin1",
    ),
  );
  const answer = await anOutbound(server.origin).request(get);
  expect(answer.status).toBe(201);
  expect(Object.entries(answer.headers)).toEqual([
    ["x-token", "t"],
    ["via", "a, b"],
    ["__proto__", "p"],
    ["content-length", "4"],
  ]);
  expect(Buffer.from(answer.body).toString("latin1")).toBe("a\u0000\xffb");
});

test("a request with headers and a body is sent unchanged", async () => {
  const server = await rawServer((socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"));
  const outbound = anOutbound(server.origin);
  const answer = await outbound.request({ ...get, method: "POST", headers: { "X-a": "1", Accept: "*/*" }, body: "é" });
  expect(answer).toMatchObject({ status: 204, body: Buffer.alloc(0) });
  await server.until(() => server.received[0]?.endsWith("\xc3\xa9") === true);
  expect(server.received[0]?.split("\r\n")).toEqual([
    "POST /x?y=%20 HTTP/1.1",
    `host: ${server.origin.slice("http://".length)}`,
    "connection: keep-alive",
    ...["X-a: 1", "Accept: */*", "content-length: 2", "", "\xc3\xa9"],
  ]);
});

test("an empty body is sent with length 0", async () => {
  const server = await rawServer((socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"));
  await anOutbound(server.origin).request({ ...get, method: "POST", body: "" });
  expect(server.received[0]).toMatch(/content-length: 0\r\n/);
});

for (const [what, text] of Object.entries({
  "doesn't start": "",
  "stops in its body": "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
})) {
  test(`a response that ${what} within the time fails as a timeout, and its connection is closed`, async () => {
    const server = await rawServer((socket) => socket.write(text));
    const answer = anOutbound(server.origin).request({ ...get, timeoutMs: 50 });
    await expect(answer).rejects.toThrow(OutboundError);
    await expect(answer).rejects.toMatchObject({ reason: "timeout", unsent: false });
    await server.until(() => server.open === 0);
  });
}

test("a request whose signal aborts ends immediately, and its connection is closed; one aborted before is never sent", async () => {
  const server = await rawServer(() => {});
  const outbound = anOutbound(server.origin);
  const leaving = new AbortController();
  const answer = outbound.request({ ...get, signal: leaving.signal });
  await server.until(() => server.received.length === 1);
  leaving.abort();
  await expect(answer).rejects.toMatchObject({ reason: "aborted" });
  await server.until(() => server.open === 0);
  await expect(outbound.request({ ...get, signal: leaving.signal })).rejects.toMatchObject({ reason: "aborted" });
  expect(server.received).toHaveLength(1);
});

test("a request that found no free connection in time fails as a timeout, with nothing sent", async () => {
  const server = await rawServer(() => {});
  const outbound = anOutbound(server.origin, { connections: 1 });
  const first = outbound.request({ ...get, timeoutMs: 400 });
  await expect(outbound.request({ ...get, timeoutMs: 20 })).rejects.toMatchObject({ reason: "timeout", unsent: true });
  await expect(first).rejects.toMatchObject({ reason: "timeout", unsent: false });
  expect(server.received).toHaveLength(1);
});

test("a response that is too large for memory is aborted", async () => {
  const server = await rawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${"x".repeat(2_000)}`));
  const answer = anOutbound(server.origin, { largestAnswerBytes: 1_000 }).request(get);
  await expect(answer).rejects.toMatchObject({ reason: "invalid", unsent: false });
  await server.until(() => server.open === 0);
});

test("a broken response is an error", async () => {
  const server = await rawServer((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"));
  await expect(anOutbound(server.origin).request(get)).rejects.toMatchObject({ reason: "broken", unsent: false });
});

test("an origin that isn't a web server's is rejected", () => {
  expect(() => anOutbound("ftp://fms.example.test")).toThrow(TypeError);
});
